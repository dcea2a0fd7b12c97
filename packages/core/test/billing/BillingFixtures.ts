import { assert } from "@effect/vitest"
import { type NewCharge, Wallets } from "@namewright/core/billing"
import { EventStore } from "@namewright/core/events"
import { Money, type OrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"

/** Minor units. */
export const amount = (value: number) => Money.MinorUnits.make(value)

/** A year of a domain for 10.00. */
export const charge = (organization_id: OrganizationId, fields: Partial<NewCharge["quote"]> = {}): NewCharge => ({
  organization_id,
  product_type: "domain",
  product_reference: "a.example",
  action: "create",
  quote: { unit_price: amount(1_000), volume: 1, unit: "y", currency: "EUR", is_premium: false, ...fields }
})

/** A parent with 100.00 in its wallet. */
export const funded = { starting_credit: amount(10_000) }

/** Balance of a wallet in minor units; null without a wallet. */
export const balanceOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const { balance } = yield* Wallets
  return Option.getOrNull(Option.map(yield* balance(organization), (found): number => found.amount))
})

/** Balance alerts of an organization, the oldest first. */
export const alertsOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const { list } = yield* EventStore
  const oldestFirst = { by: "created_on", order: "asc" } as const
  const { items } = yield* list(organization, { type: "BALANCE" }, oldestFirst, { page: 1, page_size: 100 })
  assert.isTrue(items.every((event) => event.object_type === "ACCOUNT" && event.object_id === organization))
  return items.map((event) => event.event_data.message)
})

export const newestFirst = { by: "created_on", order: "desc" } as const
export const firstPage = { page: 1, page_size: 100 }
