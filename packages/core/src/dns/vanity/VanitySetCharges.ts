import { Context, Effect, Layer, Option } from "effect"
import {
  Billing,
  type BillingTransactionId,
  type InsufficientFunds,
  type NewCharge,
  type PriceUnavailable,
  type Quote
} from "../../billing/index.ts"
import type { OrganizationId, Period } from "../../shared/index.ts"
import type { VanitySetId } from "./VanitySet.ts"
import { VanitySetsNotSold } from "./VanitySetError.ts"
import { term } from "./VanitySetState.ts"

const product_type = "vanity_nameserver"

/** Charged operations of a set: creation with the first year, renewal for a further year, and restoration. */
export type VanityCharge = "create" | "renew" | "restore"

const periods: Readonly<Record<VanityCharge, Period.Period | null>> = { create: term, renew: term, restore: null }

/** Prices and charges of sets. */
export class VanitySetCharges extends Context.Service<VanitySetCharges, {
  readonly quote: (
    organization: OrganizationId,
    action: VanityCharge
  ) => Effect.Effect<Quote, PriceUnavailable | VanitySetsNotSold>
  /** `reference` is the id of the set, or its name if it has no id yet. */
  readonly chargeOf: (organization: OrganizationId, reference: string, action: VanityCharge, quote: Quote) => NewCharge
  /** Reserves the amount, in the caller's transaction. */
  readonly reserve: (
    set: { readonly set_id: VanitySetId; readonly organization_id: OrganizationId },
    action: VanityCharge,
    quote: Quote,
    id?: BillingTransactionId
  ) => Effect.Effect<BillingTransactionId, InsufficientFunds>
  /** Reserves and captures the amount, in the caller's transaction. */
  readonly pay: (
    set: { readonly set_id: VanitySetId; readonly organization_id: OrganizationId },
    action: VanityCharge,
    quote: Quote,
    id?: BillingTransactionId
  ) => Effect.Effect<void, InsufficientFunds>
}>()("@namewright/core/dns/vanity/VanitySetCharges") {
  static readonly layer = Layer.effect(
    VanitySetCharges,
    Effect.gen(function*() {
      const billing = yield* Billing

      const quote = Effect.fnUntraced(function*(organization_id: OrganizationId, action: VanityCharge) {
        const query = { organization_id, product_type, action, product_class: null, period: periods[action] } as const
        const found = yield* billing.quote(query)
        return Option.isSome(found) ? found.value : yield* new VanitySetsNotSold({ product_type })
      })

      const reserve: VanitySetCharges["Service"]["reserve"] = ({ organization_id, set_id }, action, price, id) => {
        const charge = chargeOf(organization_id, set_id, action, price)
        return billing.reserve(id === undefined ? charge : { ...charge, billing_transaction_id: id })
      }

      return VanitySetCharges.of({
        quote,
        chargeOf,
        reserve,
        pay: (set, action, price, id) => Effect.flatMap(reserve(set, action, price, id), billing.capture)
      })
    })
  )
}

const chargeOf: VanitySetCharges["Service"]["chargeOf"] = (organization_id, product_reference, action, quote) => ({
  organization_id,
  product_type,
  product_reference,
  action,
  quote
})
