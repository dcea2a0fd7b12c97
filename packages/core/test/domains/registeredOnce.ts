import { assert } from "@effect/vitest"
import { BillingTransactionStore, Wallets } from "@namewright/core/billing"
import { DomainStore } from "@namewright/core/domains"
import { EventStore } from "@namewright/core/events"
import type { Job } from "@namewright/core/jobs"
import { RegistryRouter } from "@namewright/core/registry"
import { DomainName, type Page, type PageRequest } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { balanceOf, type Customer, openIntents } from "./DomainsPlatform.ts"

export const oldestFirst = { by: "created_on", order: "asc" } as const
export const atOnce = 1000

/** Names of every kind: registered at once, decided later, refused, and at another registry. */
export const nameOf = (index: number): string =>
  index % 10 === 3
    ? `pending-${index}.com`
    : index % 10 === 6
    ? `taken-${index}.com`
    : index % 10 === 9
    ? `killed-${index}.de`
    : `killed-${index}.com`

export const isTaken = (name: string): boolean => name.startsWith("taken-")

/** All items of a list. */
export const all = Effect.fnUntraced(function*<A, E, R>(list: (page: PageRequest) => Effect.Effect<Page<A>, E, R>) {
  const found: Array<A> = []
  for (let page = 1;; page++) {
    const { items } = yield* list({ page, page_size: atOnce })
    found.push(...items)
    if (items.length < atOnce) return found
  }
})

/** Number of occurrences of each value. */
const counted = (values: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Waits until no decision of the registry is pending. */
export const settled = Effect.fnUntraced(function*(owner: Customer, jobs: ReadonlyArray<Job>) {
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

/** Fails unless every job has ended, and each domain exists once: here, at its registry, in events and ledger. */
export const assertOnce = Effect.fnUntraced(function*(owner: Customer, jobs: ReadonlyArray<Job>, credit: number) {
  const store = yield* DomainStore
  const router = yield* RegistryRouter
  const events = yield* EventStore
  const transactions = yield* BillingTransactionStore
  const wallets = yield* Wallets

  const filter = { type: "REGISTRATION", subtype: "SUCCESS" } as const
  const eventCounts = counted(
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
  const registered = new Set<string>()
  for (const { domain_name, result, status } of jobs) {
    const name = DomainName.make(domain_name ?? "")
    // A job that lost its worker five times fails, even if it has registered its domain.
    if (status !== "dead_letter") assert.strictEqual(status, isTaken(name) ? "failed" : "succeeded", name)
    const domain = yield* store.find(name)
    const registry = Option.getOrThrow(router.find(name.endsWith(".de") ? "denic" : "verisign"))
    const seen = Option.filter(yield* registry.infoDomain(name), ({ sponsor }) => sponsor === "account")
    assert.deepStrictEqual(Option.map(domain, ({ roid }) => roid), Option.map(seen, ({ roid }) => roid), name)
    if (status !== "dead_letter") assert.strictEqual(Option.isSome(domain), status === "succeeded", name)
    if (Option.isNone(domain)) continue
    registered.add(name)
    if (status === "succeeded") assert.strictEqual(result?.["domain_id"], domain.value.domain_id)
    assert.strictEqual(eventCounts.get(domain.value.domain_id), 1, name)
    assert.strictEqual(charged.get(name), 1, name)
  }
  assert.strictEqual(registered.size, eventCounts.size)
  assert.strictEqual(registered.size, paid.length)
  const spent = paid.reduce((sum, { price }) => sum + price, 0)
  assert.strictEqual(yield* balanceOf(owner), credit - spent)
  assert.deepStrictEqual(yield* wallets.audit, [])
})
