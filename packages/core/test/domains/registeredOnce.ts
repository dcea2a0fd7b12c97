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

/** Domains of every sort: registered at once, decided on later, refused, and of another registry. */
export const nameOf = (index: number): string =>
  index % 10 === 3
    ? `pending-${index}.com`
    : index % 10 === 6
    ? `taken-${index}.com`
    : index % 10 === 9
    ? `killed-${index}.de`
    : `killed-${index}.com`

export const isTaken = (name: string): boolean => name.startsWith("taken-")

/** Everything that is listed, page by page. */
export const all = Effect.fnUntraced(function*<A, E, R>(list: (page: PageRequest) => Effect.Effect<Page<A>, E, R>) {
  const found: Array<A> = []
  for (let page = 1;; page++) {
    const { items } = yield* list({ page, page_size: atOnce })
    found.push(...items)
    if (items.length < atOnce) return found
  }
})

/** How often each value occurs. */
const counted = (values: Iterable<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Nothing that the registry decided on is left, however long it takes. */
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

/** Every job has ended, and each domain is there once: here, at its registry, among the events and in the ledger. */
export const assertOnce = Effect.fnUntraced(function*(owner: Customer, jobs: ReadonlyArray<Job>, credit: number) {
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
    const seen = Option.filter(yield* registry.infoDomain(name), ({ sponsor }) => sponsor === "account")
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
