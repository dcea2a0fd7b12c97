import { assert, layer } from "@effect/vitest"
import { DomainUpdates } from "@namewright/core/domains"
import { type PlatformServices, Worker } from "@namewright/core/embed"
import { Jobs, SubmitBatch } from "@namewright/core/jobs"
import { type MaintenanceNotice, RegistrySimulator, RegistryUnavailable } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { DateTime, Duration, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../test/testSize.ts"
import { changingOperations } from "./changingOperations.ts"
import {
  advanceDue,
  balanceOf,
  chargesOf,
  customer,
  domainNow,
  eventsOf,
  everyRole,
  isOwned,
  openIntents,
  register,
  round,
  setTime,
  updateOf
} from "./DomainsPlatform.ts"
import { inject } from "./faultSuite.ts"

let written = 0
const newId = () => `maintenance-${++written}`

/** Longer than the lifetime of a process's cache. */
const remembered = Duration.seconds(10)

const registryOf = Effect.fnUntraced(function*(tld: string) {
  const catalog = yield* TldCatalog
  const spec = yield* catalog.find(tld)
  return Option.getOrThrow(spec).backend
})

type Change = "create" | "update" | "delete" | "courtesy" | "end"

/** Announces a maintenance between `from` and `to` minutes from now, and polls the message. */
const announce = Effect.fnUntraced(function*(
  { backend, change = "create", from, to, ...changes }:
    & { readonly backend: string; readonly change?: Change; readonly from: number; readonly to: number }
    & Partial<MaintenanceNotice>
) {
  const { acts } = yield* RegistrySimulator
  const now = yield* Instant.now
  const notice: MaintenanceNotice = {
    maintenance_id: newId(),
    name: null,
    starts_on: DateTime.add(now, { minutes: from }),
    ends_on: DateTime.add(now, { minutes: to }),
    impact: "full",
    systems: [{ name: "EPP", host: null, impact: "full" }],
    environment: "production",
    reason: "planned",
    tlds: [],
    description: null,
    detail: null,
    ...changes
  }
  yield* acts.announceMaintenance(backend, "platform", { change, maintenance: notice })
  yield* round
  yield* TestClock.adjust(remembered)
  return notice
})

const unavailable = (error: unknown): RegistryUnavailable => {
  if (error instanceof RegistryUnavailable) return error
  throw new Error(`Another failure: ${String(error)}`)
}

export const maintenanceSuite = (label: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`A maintenance of a registry (${label})`, (it) => {
    for (const operation of changingOperations) {
      it.effect(`refuses ${operation.title} until its end without a charge, and allows it afterwards`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const name = `${
            operation.beginning ?? ""
          }kept-${operation.method.toLowerCase()}-${++written}.${operation.tld}`
          const made = yield* operation.before(owner, name)
          const { ends_on } = yield* announce({ backend: yield* registryOf(operation.tld), from: 1, to: 60 })
          const stateNow = Effect.gen(function*() {
            return {
              domain: (yield* isOwned(name)) ? yield* domainNow(owner, { domain_id: name }) : undefined,
              intents: made === undefined ? [] : yield* openIntents(made),
              events: yield* eventsOf(owner),
              charges: yield* chargesOf(owner),
              balance: yield* balanceOf(owner)
            }
          })
          const before = yield* stateNow
          yield* TestClock.adjust("50 seconds")
          const error = unavailable(yield* Effect.flip(operation.run(owner, name)))
          assert.deepStrictEqual(error.maintenance_ends_on, ends_on)
          assert.strictEqual(error.retry_after, 59 * 60)
          assert.deepStrictEqual(yield* stateNow, before)
          yield* TestClock.adjust("59 minutes")
          yield* operation.run(owner, name)
          yield* round
          assert.notDeepEqual(yield* stateNow, before)
        }))
    }

    it.effect("allows changes that concern only the platform", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "local.com")
        yield* announce({ backend: domain.registry, from: 0, to: 60 })
        const updates = yield* DomainUpdates
        const changed = yield* owner.act(updates.update(domain.domain_id, updateOf({ renewal_mode: "expire" })))
        assert.strictEqual(changed.renewal_mode, "expire")
        yield* TestClock.adjust("1 hour")
      }))

    it.effect("defers the jobs of a batch without an attempt, and runs them afterwards", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* announce({ backend: yield* registryOf("com"), from: 1, to: 60 * 30 })
        yield* TestClock.adjust("1 minute")
        const jobs = yield* Jobs
        const { batch_id } = yield* owner.act(jobs.submit(
          Schema.decodeUnknownSync(SubmitBatch)({
            commands: [{
              command: "domain_create_bulk",
              payload: {
                template: {
                  contacts: everyRole(owner.contact_id),
                  period: { unit: "y", value: 1 },
                  renewal_mode: "renew"
                },
                instances: ["waits-1.com", "waits-2.com", "waits-not.slow"].map((name) => ({ name }))
              }
            }]
          })
        ))
        const tick = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(10)))
        const jobsNow = Effect.map(
          owner.act(jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 })),
          ({ items }) => items.map(({ resource_key, status }) => `${resource_key} ${status}`).toSorted()
        )
        const hours = testSize(3, 1)
        for (let hour = 0; hour < 30 - hours; hour += hours) {
          yield* tick
          yield* TestClock.adjust(Duration.hours(hours))
        }
        assert.deepStrictEqual(yield* jobsNow, [
          "waits-1.com blocked",
          "waits-2.com blocked",
          "waits-not.slow succeeded"
        ])
        assert.isFalse(yield* isOwned("waits-1.com"))
        yield* TestClock.adjust(Duration.hours(hours))
        yield* tick
        assert.deepStrictEqual(yield* jobsNow, [
          "waits-1.com succeeded",
          "waits-2.com succeeded",
          "waits-not.slow succeeded"
        ])
      }))

    it.effect("postpones renewals by schedule until its end", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "late-renewal.com")
        yield* setTime(domain.expires_on, -8)
        const { ends_on } = yield* announce({ backend: domain.registry, from: 0, to: 3 * 24 * 60 })
        yield* setTime(domain.expires_on, -7)
        yield* advanceDue
        assert.deepStrictEqual((yield* domainNow(owner, domain)).next_action_on, ends_on)
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50"])
        assert.notInclude(yield* eventsOf(owner), "RENEWAL/FAILURE")
        yield* setTime(domain.expires_on, -5)
        yield* round
        assert.deepStrictEqual(yield* chargesOf(owner), ["create succeeded 9.50", "renew succeeded 9.90"])
      }))

    it.effect("leaves commands without a response to recovery after its end", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const operation = changingOperations.find(({ method }) => method === "createDomain")
        if (operation === undefined) throw new Error("There is no such operation")
        yield* inject(operation, "cut.com", "cutAfter")
        yield* Effect.flatMap(
          RegistrySimulator,
          ({ faults }) => faults.inject({ method: "infoDomain", fault: "temporary", object: "cut.com" })
        )
        const domain = yield* register(owner, "cut.com")
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.create prepared"])
        yield* announce({ backend: domain.registry, from: 0, to: 60 * 30 })
        for (let hour = 0; hour < 29; hour++) {
          yield* TestClock.adjust("1 hour")
          yield* round
        }
        assert.deepStrictEqual(yield* openIntents(domain), ["domain.create prepared"])
        yield* TestClock.adjust("2 hours")
        yield* round
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.deepStrictEqual(yield* chargesOf(owner, "cut.com"), ["create succeeded 9.50"])
      }))

    it.effect("pauses nothing if its impact is partial, it has other suffixes, or it is withdrawn", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const backend = yield* registryOf("com")
        yield* announce({ backend, from: 0, to: 60, impact: "partial" })
        yield* announce({ backend, from: 0, to: 60, impact: "none" })
        yield* announce({ backend, from: 0, to: 60, tlds: ["net"] })
        const withdrawn = yield* announce({ backend, from: 5, to: 60 })
        yield* announce({ backend, change: "delete", from: 5, to: 60, maintenance_id: withdrawn.maintenance_id })
        yield* TestClock.adjust("10 minutes")
        yield* register(owner, "free.com")
        yield* TestClock.adjust("1 hour")
      }))

    it.effect("ends and moves by messages of the registry", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const backend = yield* registryOf("com")
        const { maintenance_id } = yield* announce({ backend, from: 0, to: 60 })
        yield* Effect.flip(register(owner, "early.com"))
        yield* announce({ backend, change: "end", from: 0, to: 60, maintenance_id })
        yield* register(owner, "early.com")
        const moved = yield* announce({ backend, from: 0, to: 60 })
        yield* announce({ backend, change: "update", from: 60, to: 120, maintenance_id: moved.maintenance_id })
        yield* register(owner, "moved.com")
        yield* TestClock.adjust("1 hour")
        yield* Effect.flip(register(owner, "moved-2.com"))
        yield* TestClock.adjust("1 hour")
        yield* register(owner, "moved-2.com")
      }))
  })
}
