import { assert, layer } from "@effect/vitest"
import { Contacts } from "@namewright/core/contacts"
import { Zones } from "@namewright/core/dns"
import type { PlatformServices } from "@namewright/core/embed"
import { type BatchId, Jobs, JobWorker, SubmitBatch } from "@namewright/core/jobs"
import { Organizations } from "@namewright/core/organizations"
import { Duration, Effect, Exit, type Layer, Schema } from "effect"
import { ada } from "../contacts/ada.ts"
import { customer, isOwned, register, suborganization } from "./DomainsPlatform.ts"

const rounds = 8

export const organizationRacesSuite = (name: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`The end of an organization (${name})`, (it) => {
    it.effect(
      "leaves no zone and no domain that is created at the same time without an owner",
      () =>
        Effect.gen(function*() {
          const organizations = yield* Organizations
          const zones = yield* Zones
          const parent = yield* customer(1_000_000)
          const outcomes = new Set<string>()
          for (let round = 0; round < rounds; round++) {
            const child = yield* suborganization(parent)
            const remove = Effect.exit(parent.act(organizations.remove(child.organization_id)))
            const domain = `race-${round}.com`
            const create: Effect.Effect<Exit.Exit<void, unknown>, never, PlatformServices> = round % 2 === 0
              ? Effect.exit(Effect.asVoid(child.act(zones.create({ name: `race-${round}.example` }))))
              : Effect.exit(Effect.asVoid(register(child, domain)))
            const both = { removed: remove, created: create }
            const { created, removed } = yield* Effect.all(
              round % 4 < 2 ? both : { created: create, removed: remove },
              {
                concurrency: 2
              }
            )
            const isDeleted = Exit.isSuccess(removed)
            assert.notStrictEqual(isDeleted, Exit.isSuccess(created), JSON.stringify([removed, created]))
            if (round % 2 === 1) assert.strictEqual(yield* isOwned(domain), !isDeleted)
            outcomes.add(isDeleted ? "deleted" : "created")
          }
          assert.isNotEmpty(outcomes)
        }),
      60_000
    )

    it.effect(
      "carries out the jobs of a batch that began before a deactivation, and no others",
      () =>
        Effect.gen(function*() {
          const organizations = yield* Organizations
          const jobs = yield* Jobs
          const worker = yield* JobWorker
          const contacts = yield* Contacts
          const parent = yield* customer()
          const child = yield* suborganization(parent)
          const { organization_id } = child
          const commands = Array.from({ length: 40 }, () => ({ command: "contact_create", payload: ada }))
          const submit = (count: number) =>
            child.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)({ commands: commands.slice(0, count) })))
          const jobsOf = (batch: BatchId) =>
            Effect.map(
              child.act(jobs.listJobs(batch, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 100 })),
              ({ items }) => items
            )
          const { batch_id } = yield* submit(commands.length)
          const count = Effect.map(
            child.act(contacts.list({}, { by: "created_on", order: "asc" }, { page: 1, page_size: 1 }, [])),
            ({ total }) => total
          )
          const before = yield* count
          yield* Effect.all([
            worker.drain(Duration.minutes(1)),
            parent.act(organizations.changeStatus(organization_id, "inactive"))
          ], { concurrency: 2 })
          const items = yield* jobsOf(batch_id)
          const byStatus = (status: string) => items.filter((job) => job.status === status)
          assert.strictEqual(byStatus("succeeded").length + byStatus("failed").length, commands.length)
          assert.isTrue(byStatus("failed").every(({ error_class }) => error_class === "PermissionError"))
          assert.strictEqual((yield* count) - before, byStatus("succeeded").length)
          // Nothing of a batch that is submitted before the deactivation is carried out after it.
          yield* parent.act(organizations.changeStatus(organization_id, "active"))
          const later = yield* submit(3)
          yield* parent.act(organizations.changeStatus(organization_id, "inactive"))
          const known = yield* count
          yield* worker.drain(Duration.minutes(1))
          assert.strictEqual(yield* count, known)
          const refused = yield* jobsOf(later.batch_id)
          assert.deepStrictEqual(refused.map(({ status }) => status), ["failed", "failed", "failed"])
        }),
      60_000
    )
  })
}
