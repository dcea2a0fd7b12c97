import { assert } from "@effect/vitest"
import { LedgerStore, PriceList } from "@namewright/core/billing"
import {
  Deletions,
  type Domain,
  DomainStore,
  DomainUpdates,
  OutboundTransfers,
  Renewals
} from "@namewright/core/domains"
import { RegistryIntentStore, RegistrySimulator } from "@namewright/core/registry"
import { DomainName, Instant, Money, Period } from "@namewright/core/shared"
import { DateTime, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type Customer, customer, register, requestAway, round, transferIn, updateOf } from "./DomainsPlatform.ts"

/** Initial balance of the platform's account at the registries, in minor units. */
export const opening = 1_000_000_000

/** Prices of both the registry and the platform, in minor units. */
export const prices = { create: 1000, renew: 900, transfer: 800, restore: 4000 }

const actions = [
  ...["register", "register", "register", "renew", "renew", "renew", "remove", "remove", "remove"] as const,
  ...["restore", "restore", "transferIn", "transferIn", "leave", "stay"] as const,
  ...["lock", "unlock", "unlock", "expire", "resume", "resume"] as const,
  ...["hours", "hours", "days", "days", "days", "weeks", "untilExpiry", "untilExpiry"] as const
] as const
type Action = (typeof actions)[number]

const index = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))
const Step = Schema.Struct({ action: index(actions.length - 1), name: index(2), amount: index(2) })
/** Generated orders for three names of a customer, and the days between them. */
export const Steps = Schema.Array(Step).check(Schema.isMinLength(25), Schema.isMaxLength(50))

/** Carries out orders under a TLD whose registry charges the same as the platform, and compares the sums after each. */
export const takeSteps = Effect.fnUntraced(function*(steps: typeof Steps.Type, tld: string, backend: string) {
  const owner = yield* customer(10_000_000)
  const done: Array<string> = []
  for (const step of steps) {
    const action = actions[step.action] ?? "days"
    const name = DomainName.make(`name-${step.name}.${tld}`)
    yield* act(owner, action, name, step.amount)
    yield* round
    done.push(`${action} ${step.amount} of ${name}`)
    if (yield* isAtRest(tld)) {
      assert.strictEqual(yield* earnedHere(owner), yield* spentAtRegistry(backend), done.join("\n"))
    }
  }
  // Transfers are decided, and unpaid renewals are paid.
  yield* passing(6)
  assert.isTrue(yield* isAtRest(tld))
  assert.strictEqual(yield* earnedHere(owner), yield* spentAtRegistry(backend))
})

/** Captured charges of the customer that were not refunded. */
const earnedHere = Effect.fnUntraced(function*({ organization_id }: Customer) {
  const { balances } = yield* LedgerStore
  const { revenue } = yield* balances({ payer_id: organization_id, currency: "EUR" })
  return Number(revenue)
})

/** Charges of the platform's account at the registry, less credits. */
const spentAtRegistry = Effect.fnUntraced(function*(backend: string) {
  const { registrar } = yield* RegistrySimulator
  const balance = Option.getOrThrow(yield* registrar(backend, "platform").funds.balance)
  return opening - balance.amount
})

/** True if no order waits for a registry, and no renewal is unpaid. */
const isAtRest = Effect.fnUntraced(function*(tld: string) {
  const store = yield* DomainStore
  const intents = yield* RegistryIntentStore
  for (const index of [0, 1, 2]) {
    const found = yield* store.find(DomainName.make(`name-${index}.${tld}`))
    if (Option.isNone(found)) continue
    const open = yield* intents.ofObject(found.value.domain_id)
    if (found.value.unpaid_renewal_on !== null || open.length > 0) return false
  }
  return true
})

const stored = (name: DomainName) => Effect.flatMap(DomainStore, (store) => store.find(name))

/** Carries out an order; a refusal changes nothing. */
const act = Effect.fnUntraced(
  function*(owner: Customer, action: Action, name: DomainName, amount: number) {
    switch (action) {
      case "hours":
        return yield* TestClock.adjust(`${amount * 11 + 1} hours`)
      case "days":
        return yield* passing(amount + 1)
      case "weeks":
        return yield* passing(7 * (amount + 1))
    }
    const found = Option.getOrUndefined(yield* stored(name))
    yield* Effect.ignore(
      found === undefined ? arriving(owner, action, name, amount) : changing(owner, action, found, amount)
    )
  }
)

/** Advances the clock by days, with all scheduled work on each. */
const passing = (days: number) =>
  Effect.forEach(Array.from({ length: days }), () => Effect.andThen(TestClock.adjust("1 day"), round), {
    discard: true
  })

/** Advances by weeks until an instant. A platform that is down for longer than a grace period would lose money. */
const until = Effect.fnUntraced(function*(instant: Instant.Instant) {
  for (let now = yield* Instant.now; DateTime.isLessThan(now, instant); now = yield* Instant.now) {
    const next = DateTime.min(DateTime.add(now, { days: 20 }), instant)
    yield* TestClock.setTime(DateTime.toEpochMillis(next))
    yield* round
  }
})

const arriving = Effect.fnUntraced(
  function*(owner: Customer, action: Action, name: DomainName, amount: number) {
    if (action === "register") yield* register(owner, name, { period: amount + 1 })
    if (action === "transferIn") yield* transferIn(owner, name)
  }
)

const changing = Effect.fnUntraced(function*(owner: Customer, action: Action, domain: Domain, amount: number) {
  const { domain_id, name } = domain
  const update = (request: Record<string, unknown>) =>
    Effect.flatMap(DomainUpdates, (updates) => owner.act(updates.update(domain_id, updateOf(request))))
  switch (action) {
    case "renew":
      return yield* owner.act((yield* Renewals).renew(name, { period: Period.years(amount + 1) }))
    case "remove":
      return yield* owner.act((yield* Deletions).remove(domain_id))
    case "restore":
      return yield* owner.act((yield* Deletions).restore(domain_id, {}))
    case "lock":
      return yield* update({ status_changes: { add: ["clientRenewProhibited"] } })
    case "unlock":
      return yield* update({ status_changes: { remove: ["clientRenewProhibited"] } })
    case "expire":
      return yield* update({ renewal_mode: "expire" })
    case "resume":
      return yield* update({ renewal_mode: "renew" })
    case "leave":
      return yield* requestAway(domain)
    case "stay":
      return yield* owner.act((yield* OutboundTransfers).decide(domain_id, { action: "reject" }))
    case "untilExpiry":
      if (domain.expires_on !== null) yield* until(DateTime.add(domain.expires_on, { days: amount }))
  }
})

/** Price list with the registry's prices. */
export const chargeAlike = Effect.fnUntraced(function*(tld: string) {
  const list = yield* PriceList
  const line = { product_type: "domain", product_class: tld, currency: "EUR" } as const
  yield* list.set(
    "default",
    (["create", "renew", "transfer", "restore"] as const).map((product_action) => ({
      ...line,
      product_action,
      price: Money.MinorUnits.make(prices[product_action]),
      period: Period.years(1)
    }))
  )
})
