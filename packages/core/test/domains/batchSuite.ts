import { assert, layer } from "@effect/vitest"
import { Changes, ChangeStore } from "@namewright/core/changes"
import type { PlatformServices } from "@namewright/core/embed"
import { Worker } from "@namewright/core/embed"
import { type BatchId, type Job, Jobs, SubmitBatch } from "@namewright/core/jobs"
import { RegistrySimulator } from "@namewright/core/registry"
import { CurrentActor } from "@namewright/core/shared"
import { Duration, Effect, type Layer, Schema, Struct } from "effect"
import { TestClock } from "effect/testing"
import { ada } from "../contacts/ada.ts"
import {
  balanceOf,
  chargesOf,
  type Customer,
  customer,
  domainNow,
  eventsOf,
  everyRole,
  isOwned,
  pay,
  register
} from "./DomainsPlatform.ts"

const year = { unit: "y", value: 1 }
const price = 950
const transferPrice = 990

const submit = Effect.fnUntraced(function*(
  owner: Customer,
  commands: ReadonlyArray<unknown>,
  members: Record<string, unknown> = {}
) {
  const jobs = yield* Jobs
  return yield* owner.act(jobs.submit(Schema.decodeUnknownSync(SubmitBatch)({ commands, ...members })))
})

/** Runs all due work. */
const tick = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(10)))

/**
 * Runs all due work while time passes: on PostgreSQL, recovery and the messages of a registry can meet at one intent, and
 * one waits for the other.
 */
const tickInTime = Effect.gen(function*() {
  const ticking = yield* Effect.forkChild(tick)
  while (ticking.pollUnsafe() === undefined) {
    yield* TestClock.withLive(Effect.sleep("10 millis"))
    yield* TestClock.adjust("500 millis")
  }
})

const batchNow = (owner: Customer, id: BatchId) => Effect.flatMap(Jobs, (jobs) => owner.act(jobs.getBatch(id)))

const jobsOf = Effect.fnUntraced(function*(owner: Customer, id: BatchId) {
  const jobs = yield* Jobs
  const { items } = yield* owner.act(
    jobs.listJobs(id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 100 })
  )
  return items
})

const statuses = (jobs: ReadonlyArray<Job>) =>
  Object.fromEntries(jobs.map(({ resource_key, status }) => [resource_key, status]))

const creation = (owner: Customer, ...names: ReadonlyArray<string>) => ({
  command: "domain_create_bulk",
  payload: {
    template: { contacts: everyRole(owner.contact_id), period: year, renewal_mode: "renew" },
    instances: names.map((name) => ({ name }))
  }
})

export const batchSuite = (label: string, platform: Layer.Layer<PlatformServices>) => {
  layer(platform)(`Batches (${label})`, (it) => {
    it.effect("create contacts, and then domains with these contacts", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { city, country, postal_code, street, ...person } = ada
        const contacts = yield* submit(owner, [{
          type: "contact_create_bulk",
          payload: {
            template: { city, country, postal_code, street },
            instances: ["ada", "grace", "edsger"].map((name) => ({ ...person, email: `${name}@example.org` }))
          }
        }, { command: "contact_create", payload: { ...ada, postal_code: "1" } }])
        assert.deepInclude(contacts, { total_commands: 2, jobs_created: 3, jobs_failed: 1 })
        assert.deepInclude(contacts.errors[0], { index: 1, instance_index: null, code: "INVALID_POSTAL_CODE" })
        yield* tick
        const made = yield* jobsOf(owner, contacts.batch_id)
        const ids = made.map(({ result }) => String(result?.["contact_id"]))
        assert.strictEqual(new Set(ids).size, 3)
        const domains = yield* submit(owner, [{
          command: "domain_create_bulk",
          payload: {
            template: { period: 1, renewal_mode: "expire" },
            instances: [
              ...ids.map((id, index) => ({ name: `of-${index}.com`, contacts: everyRole(id) })),
              { name: "of nobody.com", contacts: everyRole(ids[0] ?? "") }
            ]
          }
        }])
        assert.deepInclude(domains, { jobs_created: 3, jobs_failed: 1 })
        yield* tick
        assert.deepInclude(yield* batchNow(owner, domains.batch_id), {
          status: "complete",
          succeeded: 3,
          total: 3,
          progress_percentage: 100
        })
        for (const [index, { display, result }] of (yield* jobsOf(owner, domains.batch_id)).entries()) {
          const domain = yield* domainNow(owner, { domain_id: String(result?.["domain_id"]) })
          assert.include(display, domain.name)
          assert.include(domain.contacts.map(({ contact_id }) => String(contact_id)), ids[index])
        }
      }))

    it.effect("fail without balance, and continue with the failed jobs after a payment", () =>
      Effect.gen(function*() {
        const owner = yield* customer(3 * price)
        const jobs = yield* Jobs
        const names = ["one", "two", "three", "four", "five"].map((name) => `money-${name}.com`)
        const { batch_id } = yield* submit(owner, [creation(owner, ...names)])
        yield* tick
        assert.deepInclude(yield* batchNow(owner, batch_id), { status: "complete", succeeded: 3, failed: 2 })
        assert.strictEqual(yield* balanceOf(owner), 0)
        const failed = (yield* jobsOf(owner, batch_id)).filter(({ status }) => status === "failed")
        assert.deepStrictEqual(failed.map(({ error_class, error_code }) => `${error_class} ${error_code}`), [
          "BillingInsufficientFundsError ERROR_BILLING_INSUFFICIENT_FUNDS",
          "BillingInsufficientFundsError ERROR_BILLING_INSUFFICIENT_FUNDS"
        ])
        yield* pay(owner, 2 * price)
        const others = yield* owner.act(jobs.retryBatch(batch_id, ["DomainRegistryTemporaryError"]))
        assert.strictEqual(others.retried_count, 0)
        const retried = yield* owner.act(jobs.retryBatch(batch_id, ["BillingInsufficientFundsError"]))
        assert.strictEqual(retried.retried_count, 2)
        assert.deepInclude(yield* batchNow(owner, batch_id), { status: "pending", finished_at: null })
        yield* tick
        assert.deepInclude(yield* batchNow(owner, batch_id), { status: "complete", succeeded: 5, failed: 0 })
        assert.strictEqual(yield* balanceOf(owner), 0)
        for (const name of names) assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 9.50"])
      }))

    it.effect("wait while they are paused, and never start after they are cancelled", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const jobs = yield* Jobs
        const going = yield* submit(owner, [creation(owner, "paused-a.com", "paused-b.com")], { paused: true })
        const gone = yield* submit(owner, [creation(owner, "cancelled-a.com", "cancelled-b.com")], { paused: true })
        yield* tick
        assert.deepInclude(yield* batchNow(owner, going.batch_id), { status: "pending", paused: 2 })
        yield* owner.act(jobs.cancelBatch(gone.batch_id))
        yield* owner.act(jobs.resumeBatch(gone.batch_id))
        yield* owner.act(jobs.resumeBatch(going.batch_id))
        yield* tick
        assert.deepInclude(yield* batchNow(owner, going.batch_id), { status: "complete", succeeded: 2 })
        assert.deepInclude(yield* batchNow(owner, gone.batch_id), { status: "complete", canceled: 2 })
        assert.isFalse(yield* isOwned("cancelled-a.com"))
        assert.strictEqual(yield* balanceOf(owner), 100_000 - 2 * price)
      }))

    it.effect("change a domain in the order of submission, by id or by name", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const domain = yield* register(owner, "ordered-updates.com")
        const wanted = (hostname: string) => ({ nameservers: [hostname] })
        const { batch_id } = yield* submit(owner, [
          { command: "domain_update", payload: { name: "ordered-updates.com", ...wanted("ns1.example.net") } },
          { command: "domain_update", payload: { domain_id: domain.domain_id, ...wanted("ns2.example.net") } },
          { command: "domain_update", payload: { name: "Ordered-Updates.COM", ...wanted("ns3.example.net") } }
        ])
        yield* tick
        assert.deepInclude(yield* batchNow(owner, batch_id), { succeeded: 3 })
        const { nameservers } = yield* domainNow(owner, domain)
        assert.deepStrictEqual(nameservers.map(({ hostname }) => String(hostname)), ["ns3.example.net"])
      }))

    it.effect("wait for recovery after a lost response, and succeed once", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { faults } = yield* RegistrySimulator
        for (
          const [method, name] of [["createDomain", "lost-create.com"], [
            "requestTransfer",
            "lost-transfer.com"
          ]] as const
        ) {
          yield* faults.inject({ method, fault: "cutAfter", object: name })
          yield* faults.inject({ method: "infoDomain", fault: "temporary", object: name })
          yield* faults.inject({ method: "queryTransfer", fault: "temporary", object: name })
        }
        const { batch_id } = yield* submit(owner, [creation(owner, "lost-create.com"), {
          command: "domain_transfer",
          payload: {
            name: "lost-transfer.com",
            auth_code: "Transfer-Code-1",
            renewal_mode: "renew",
            contacts: everyRole(owner.contact_id)
          }
        }])
        yield* tick
        yield* faults.clear
        assert.deepStrictEqual(statuses(yield* jobsOf(owner, batch_id)), {
          "lost-create.com": "blocked",
          "lost-transfer.com": "blocked"
        })
        for (let minute = 0; minute < 6; minute++) {
          yield* TestClock.adjust("1 minute")
          yield* tick
        }
        assert.deepStrictEqual(statuses(yield* jobsOf(owner, batch_id)), {
          "lost-create.com": "succeeded",
          "lost-transfer.com": "succeeded"
        })
        assert.strictEqual(yield* balanceOf(owner), 100_000 - price - transferPrice)
        const events = (yield* eventsOf(owner)).filter((event) => !event.startsWith("BALANCE"))
        assert.sameMembers(events, ["REGISTRATION/SUCCESS", "INBOUND_TRANSFER/NOTIFICATION"])
      }))

    it.effect(
      "have one change for the end of each refused order, and others for attempts",
      () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const { read } = yield* Changes
          const { last } = yield* (yield* ChangeStore).range
          const { faults } = yield* RegistrySimulator
          yield* faults.inject({ method: "createDomain", object: "second-attempt.com", fault: "temporary" })
          yield* submit(owner, [creation(owner, "second-attempt.com", "fail-in-job.com", "pending-refused-in-job.com")])
          for (const pause of ["1 minute", "10 minutes", "1 minute"] as const) {
            yield* tickInTime
            yield* TestClock.adjust(pause)
          }
          yield* tickInTime
          yield* Effect.exit(register(owner, "fail-at-once.com"))
          const found: Array<string> = []
          for (let next = last, after = -1; after !== next;) {
            after = next
            const page = yield* read({ after, limit: 1000 })
            next = page.next
            const own = page.changes.filter(({ kind, organization_id }) =>
              organization_id === owner.organization_id && /^job|registered$|_failed$/.test(kind)
            )
            found.push(...own.map(({ kind, object }) => `${object.name} ${kind}`))
          }
          const of = (name: string) => found.filter((line) => line.startsWith(name)).map((line) => line.split(" ")[1])
          assert.deepStrictEqual(of("second-attempt.com"), ["domain.attempt_failed", "domain.registered"])
          assert.deepStrictEqual(of("fail-in-job.com"), ["domain.attempt_failed", "job.failed"])
          assert.deepStrictEqual(of("pending-refused-in-job.com"), ["domain.registration_failed"])
          assert.deepStrictEqual(of("fail-at-once.com"), ["domain.registration_failed"])
        })
    )

    it.effect("show auth codes only to actors with the permission", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const jobs = yield* Jobs
        const secret = "Very-Secret-Code"
        const { batch_id } = yield* submit(owner, [
          {
            command: "domain_create",
            payload: {
              name: "badly-coded.com",
              contacts: everyRole(owner.contact_id),
              period: 11,
              renewal_mode: "renew",
              auth_code: secret
            }
          },
          { command: "domain_transfer", payload: { name: "badauth-x.com", renewal_mode: "renew", auth_code: secret } }
        ])
        yield* tick
        const shown = yield* jobsOf(owner, batch_id)
        assert.deepStrictEqual(shown.map(({ status }) => status), ["failed", "failed"])
        const codes = shown.map(({ payload }) => (payload["domain"] as { readonly auth_code?: string }).auth_code)
        assert.deepStrictEqual(codes, [secret, secret])
        assert.notInclude(JSON.stringify(shown.map(Struct.omit(["payload"]))), secret)
        const permissions = new Set([...owner.actor.permissions].filter((right) => right !== "domain_auth_codes:read"))
        const page = yield* jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 10 })
          .pipe(Effect.provideService(CurrentActor, { ...owner.actor, permissions }))
        assert.strictEqual(page.items.length, 2)
        assert.notInclude(JSON.stringify(page.items), secret)
      }))
  })
}
