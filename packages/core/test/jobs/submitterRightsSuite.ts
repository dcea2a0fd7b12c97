import { assert, describe, it } from "@effect/vitest"
import {
  ApiKeys,
  asSystem,
  authorize,
  CurrentRights,
  ProgramConsents,
  RoleStore,
  UserStore
} from "@namewright/core/access"
import type { Storage } from "@namewright/core/embed"
import { JobKinds, Jobs, JobWorker } from "@namewright/core/jobs"
import {
  type Actor,
  CurrentActor,
  Instant,
  newOrganizationId,
  type OrganizationId,
  type Permission,
  type Principal
} from "@namewright/core/shared"
import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { newCredential, newPerson } from "../access/AccessPlatform.ts"
import { greet, greetBulk, jobsOn } from "./JobsPlatform.ts"

const noConsents = Layer.succeed(ProgramConsents, { exists: () => Effect.succeed(false) })

const platformOn = <E>(storage: Layer.Layer<Storage, E>) =>
  ApiKeys.layer.pipe(
    Layer.provideMerge(jobsOn(storage)),
    Layer.provideMerge(Layer.merge(storage, noConsents))
  )

const needed: ReadonlyArray<Permission> = ["contacts:manage", "jobs:manage", "jobs:read"]

const saveRole = Effect.fnUntraced(function*(organization: OrganizationId, permissions: ReadonlyArray<Permission>) {
  const { save } = yield* RoleStore
  const now = yield* Instant.now
  const role = { label: "greeter", name: "Greeter", description: null, permissions, created_on: now, updated_on: now }
  yield* save(organization, role)
})

const newKey = (organization: OrganizationId, expires_at: Instant.Instant | null = null) =>
  newCredential(organization, { role: "greeter", expires_at })

/** Rights that each job was run with. */
const greeted: Array<ReadonlyArray<Permission>> = []

/** Registers the command, whose jobs call this as their submitters. */
const greetingBy = Effect.fnUntraced(function*(
  run: (actor: Actor) => Effect.Effect<void>
) {
  const kinds = yield* JobKinds
  yield* kinds.registerTopic({ topic: "greetings" })
  yield* kinds.registerCommand(greetBulk)
  yield* kinds.registerKind({
    kind: "greet",
    topic: "greetings",
    run: () => Effect.as(Effect.flatMap(authorize("contacts:manage"), run), null)
  })
})

const greeting = Effect.suspend(() => {
  greeted.length = 0
  return greetingBy(({ permissions }) => Effect.sync(() => void greeted.push(Array.from(permissions).toSorted())))
})

/** A batch that waits, sent by a principal with the rights that it has now. */
const paused = Effect.fnUntraced(function*(organization: OrganizationId, principal: Principal) {
  const jobs = yield* Jobs
  const rights = yield* CurrentRights
  const actor: Actor = Option.getOrThrow(yield* rights.of(organization, principal))
  const { batch_id } = yield* Effect.provideService(
    jobs.submit({ ...greet("ada"), paused: true }),
    CurrentActor,
    actor
  )
  return batch_id
})

/** Resumes the batch as an operator, and shows its job after the worker has met it. */
const outcome = Effect.fnUntraced(
  function*(organization: OrganizationId, batch_id: Effect.Success<ReturnType<typeof paused>>) {
    const jobs = yield* Jobs
    const worker = yield* JobWorker
    yield* asSystem(organization, jobs.resumeBatch(batch_id))
    yield* worker.drain(Duration.seconds(60))
    const { items } = yield* asSystem(
      organization,
      jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 })
    )
    const [job] = items
    return [job?.status, job?.error_class, job?.error_code]
  }
)

/** Rights of the jobs of a batch, while the rights of its submitter change. */
export const submitterRightsSuite = <E>(name: string, storage: Layer.Layer<Storage, E>) => {
  const platform = platformOn(storage)

  describe(`rights of a job (${name})`, () => {
    it.effect("end with the key that submitted it", () =>
      Effect.gen(function*() {
        yield* greeting
        const organization = yield* newOrganizationId
        yield* saveRole(organization, needed)
        const keys = yield* ApiKeys
        const revoked = yield* newKey(organization)
        const expired = yield* newKey(organization, DateTime.add(yield* Instant.now, { hours: 1 }))
        const lasting = yield* newKey(organization)
        const [first, second, third] = yield* Effect.forEach([revoked, expired, lasting], ({ api_key_id }) =>
          paused(organization, { type: "api_key", id: api_key_id }))
        yield* asSystem(organization, keys.revoke(revoked.api_key_id))
        yield* TestClock.adjust("1 hour")
        if (first === undefined || second === undefined || third === undefined) {
          return assert.fail()
        }
        assert.deepStrictEqual(yield* outcome(organization, first), [
          "failed",
          "PermissionError",
          "ERROR_AUTHENTICATION"
        ])
        assert.deepStrictEqual(yield* outcome(organization, second), [
          "failed",
          "PermissionError",
          "ERROR_AUTHENTICATION"
        ])
        assert.deepStrictEqual(greeted, [])
        assert.deepStrictEqual(yield* outcome(organization, third), ["succeeded", null, null])
      }).pipe(Effect.provide(platform)))

    it.effect("end with the person who submitted it", () =>
      Effect.gen(function*() {
        yield* greeting
        const organization = yield* newOrganizationId
        yield* saveRole(organization, needed)
        const gone = yield* newPerson(organization, { role: "greeter" })
        const there = yield* newPerson(organization, { role: "greeter" })
        const first = yield* paused(organization, { type: "user", id: gone.user_id })
        const second = yield* paused(organization, { type: "user", id: there.user_id })
        yield* Effect.flatMap(UserStore, ({ remove }) => remove(gone.user_id))
        // As when another process has deleted the person.
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* outcome(organization, first), [
          "failed",
          "PermissionError",
          "ERROR_AUTHENTICATION"
        ])
        assert.deepStrictEqual(yield* outcome(organization, second), ["succeeded", null, null])
      }).pipe(Effect.provide(platform)))

    it.effect("shrink with the role, and do not grow with it", () =>
      Effect.gen(function*() {
        yield* greeting
        const organization = yield* newOrganizationId
        yield* saveRole(organization, [...needed, "tags:read"])
        const { api_key_id } = yield* newKey(organization)
        const first = yield* paused(organization, { type: "api_key", id: api_key_id })
        const second = yield* paused(organization, { type: "api_key", id: api_key_id })
        yield* saveRole(organization, [...needed, "domains:manage"])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(yield* outcome(organization, first), ["succeeded", null, null])
        assert.deepStrictEqual(greeted, [[...needed]])
        yield* saveRole(organization, ["jobs:manage"])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(
          yield* outcome(organization, second),
          ["failed", "PermissionError", "ERROR_PERMISSION_DENIED"]
        )
      }).pipe(Effect.provide(platform)))

    it.effect("end in the middle of a batch, when another process changes the role", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const roles = yield* RoleStore
        let done = 0
        yield* greetingBy(() =>
          Effect.gen(function*() {
            if (++done < 3) return
            const role = Option.getOrThrow(yield* roles.find(organization, "greeter"))
            yield* Effect.orDie(roles.save(organization, { ...role, permissions: ["jobs:manage"] }))
          })
        )
        yield* saveRole(organization, needed)
        const { api_key_id } = yield* newKey(organization)
        const jobs = yield* Jobs
        const worker = yield* JobWorker
        const rights = yield* CurrentRights
        const actor = Option.getOrThrow(yield* rights.of(organization, { type: "api_key", id: api_key_id }))
        // More jobs than run at the same time.
        const names = Array.from({ length: 100 }, (_, index) => `name-${index}`)
        const { batch_id } = yield* Effect.provideService(jobs.submit(greet(...names)), CurrentActor, actor)
        yield* worker.drain(Duration.seconds(60))
        const { items } = yield* asSystem(
          organization,
          jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 100 })
        )
        const codes = items.map(({ error_code, status }) => error_code ?? status)
        assert.isAtLeast(done, 3)
        assert.isBelow(done, names.length)
        assert.strictEqual(codes.filter((code) => code === "succeeded").length, done)
        assert.strictEqual(codes.filter((code) => code === "ERROR_PERMISSION_DENIED").length, names.length - done)
      }).pipe(Effect.provide(platform)))

    it.effect("are those of the submission for callers whom the host has authenticated by ids of its own", () =>
      Effect.gen(function*() {
        yield* greeting
        const jobs = yield* Jobs
        const organization_id = yield* newOrganizationId
        const actor: Actor = {
          principal: { type: "user", id: "customer-7" },
          organization_id,
          parent_organization_id: null,
          organization_active: true,
          role: null,
          permissions: new Set(needed)
        }
        const { batch_id } = yield* Effect.provideService(
          jobs.submit({ ...greet("ada"), paused: true }),
          CurrentActor,
          actor
        )
        assert.deepStrictEqual(yield* outcome(organization_id, batch_id), ["succeeded", null, null])
      }).pipe(Effect.provide(platform)))
  })
}
