import { assert } from "@effect/vitest"
import { BillingTransactionStore, Wallets } from "@namewright/core/billing"
import { DomainStore } from "@namewright/core/domains"
import { EventStore } from "@namewright/core/events"
import { type Job, Jobs, SubmitBatch } from "@namewright/core/jobs"
import { RegistryRouter } from "@namewright/core/registry"
import { DomainName, type Page, type PageRequest } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import { join } from "node:path"
import { workerProcesses } from "../jobs/WorkerProcesses.ts"
import { balanceOf, type Customer, customer, everyRole, openIntents } from "./DomainsPlatform.ts"
import { platformOf, type SharedInstallation, toArguments } from "./sharedInstallation.ts"

const script = join(import.meta.dirname, "domainWorkingProcess.ts")
const oldestFirst = { by: "created_on", order: "asc" } as const
const atOnce = 1000

/** Domains of every sort: registered at once, decided on later, refused, and of another registry. */
const nameOf = (index: number): string =>
  index % 10 === 3
    ? `pending-${index}.com`
    : index % 10 === 6
    ? `taken-${index}.com`
    : index % 10 === 9
    ? `killed-${index}.de`
    : `killed-${index}.com`

const isTaken = (name: string): boolean => name.startsWith("taken-")

/** Everything that is listed, page by page. */
const all = Effect.fnUntraced(function*<A, E, R>(list: (page: PageRequest) => Effect.Effect<Page<A>, E, R>) {
  const found: Array<A> = []
  for (let page = 1;; page++) {
    const { items } = yield* list({ page, page_size: atOnce })
    found.push(...items)
    if (items.length < atOnce) return found
  }
})

const submitted = Effect.fnUntraced(function*(owner: Customer, names: ReadonlyArray<string>) {
  const jobs = yield* Jobs
  const commands = Array.from({ length: Math.ceil(names.length / atOnce) }, (_, part) => ({
    command: "domain_create_bulk",
    payload: {
      template: {
        contacts: everyRole(owner.contact_id),
        period: { unit: "y", value: 1 },
        renewal_mode: "renew",
        nameservers: ["ns1.example.net", "ns2.example.net"]
      },
      instances: names.slice(part * atOnce, (part + 1) * atOnce).map((name) => ({ name }))
    }
  }))
  const { batch_id, jobs_created } = yield* owner.act(
    jobs.submit(Schema.decodeUnknownSync(SubmitBatch)({ commands }))
  )
  assert.strictEqual(jobs_created, names.length)
  const complete: Effect.Effect<void, unknown, never> = Effect.flatMap(
    owner.act(jobs.getBatch(batch_id)),
    ({ status }) => status === "complete" ? Effect.void : Effect.andThen(Effect.sleep("3 seconds"), complete)
  )
  return { complete, jobs: all((page) => owner.act(jobs.listJobs(batch_id, {}, oldestFirst, page))) }
})

/** How often each value occurs. */
const counted = (values: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Nothing that the registry decided on is left, however long it takes. */
const settled = Effect.fnUntraced(function*(owner: Customer, jobs: ReadonlyArray<Job>) {
  for (const { domain_name } of jobs) {
    const store = yield* DomainStore
    const found = yield* store.find(DomainName.make(domain_name ?? ""))
    if (Option.isNone(found)) continue
    while ((yield* openIntents(found.value)).some((intent) => intent.startsWith("domain.create"))) {
      yield* Effect.sleep("5 seconds")
    }
  }
  return owner
})

const assertOnce = Effect.fnUntraced(function*(owner: Customer, jobs: ReadonlyArray<Job>, credit: number) {
  const store = yield* DomainStore
  const router = yield* RegistryRouter
  const events = yield* EventStore
  const transactions = yield* BillingTransactionStore
  const wallets = yield* Wallets

  const filter = { type: "REGISTRATION", subtype: "SUCCESS" } as const
  const told = counted(
    (yield* all((page) => events.list(owner.organization_id, filter, oldestFirst, page)))
      .map(({ object_id }) => object_id ?? "")
  )
  const paid = (yield* all((page) =>
    transactions.list({ payer_id: owner.organization_id }, { product_type: "domain" }, oldestFirst, page)
  ))
    .filter(({ status }) =>
      status === "succeeded"
    )
  const charged = counted(paid.map(({ product_reference }) => product_reference ?? ""))
  const held = new Set<string>()
  for (const { domain_name, result, status } of jobs) {
    const name = DomainName.make(domain_name ?? "")
    // A job whose workers were killed five times is given up, whatever it has done by then.
    if (status !== "dead_letter") assert.strictEqual(status, isTaken(name) ? "failed" : "succeeded", name)
    const domain = yield* store.find(name)
    const registry = Option.getOrThrow(router.find(name.endsWith(".de") ? "denic" : "verisign"))
    const seen = Option.filter(yield* registry.infoDomain(name), ({ sponsored }) => sponsored)
    assert.deepStrictEqual(Option.map(domain, ({ roid }) => roid), Option.map(seen, ({ roid }) => roid), name)
    if (status !== "dead_letter") assert.strictEqual(Option.isSome(domain), status === "succeeded", name)
    if (Option.isNone(domain)) continue
    held.add(name)
    if (status === "succeeded") assert.strictEqual(result?.["domain_id"], domain.value.domain_id)
    assert.strictEqual(told.get(domain.value.domain_id), 1, name)
    assert.strictEqual(charged.get(name), 1, name)
  }
  assert.strictEqual(held.size, told.size)
  assert.strictEqual(held.size, paid.length)
  const spent = paid.reduce((sum, { price }) => sum + price, 0)
  assert.strictEqual(yield* balanceOf(owner), credit - spent)
  assert.deepStrictEqual(yield* wallets.audit, [])
})

/**
 * Registers so many domains in a batch while the processes that work on it are killed one after another; answers how
 * many were killed, and how many jobs had to begin again.
 */
export const killedWorkers = (installation: SharedInstallation, count: number, kills: number) =>
  Effect.gen(function*() {
    const credit = count * 2000
    const owner = yield* customer(credit)
    const { complete, jobs } = yield* submitted(owner, Array.from({ length: count }, (_, index) => nameOf(index)))
    const processes = yield* workerProcesses(script, ...toArguments(installation))
    yield* Effect.all([processes.start, processes.start], { concurrency: 2 })
    const killing = Effect.gen(function*() {
      while (processes.killed() < kills) {
        // Between a third of a second and two of them.
        yield* Effect.sleep(5000 + Math.random() * 25_000)
        yield* processes.replaceOne
      }
      return yield* Effect.never
    })
    yield* Effect.race(complete, killing)
    yield* settled(owner, yield* jobs)
    yield* processes.stop
    assert.isAbove(processes.killed(), 0)
    const ended = yield* jobs
    yield* assertOnce(owner, ended, credit)
    return { kills: processes.killed(), repeated: ended.filter(({ attempts }) => attempts > 1).length }
  }).pipe(Effect.provide(platformOf(installation)), Effect.scoped)
