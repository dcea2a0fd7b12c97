import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  UnknownOrganization
} from "../access/index.ts"
import type { CurrentActor } from "../shared/index.ts"
import { BillingParties } from "./BillingParty.ts"
import type { BilledOrganization } from "./BillingTransactions.ts"
import { makeHostPrices } from "./HostPrices.ts"
import type { Price, ProductAction, ProductType } from "./Price.ts"
import { PriceList } from "./PriceList.ts"

/** Filter of the price list. `product_class` of a domain is its TLD, with or without a leading dot. */
export interface PriceFilter {
  readonly product_action?: ProductAction | undefined
  readonly product_class?: string | undefined
}

/**
 * Prices of an organization, for callers. Lines have the price of the host where it has one for their period; a line
 * whose price the host cannot determine is left out.
 * Source: REST specification, "Organizations, roles, attributes, users".
 */
export class Prices extends Context.Service<Prices, {
  /** Net prices in the currency of the payer's account, sorted by class and action. */
  readonly list: (
    organization: BilledOrganization,
    product_type: ProductType,
    filter: PriceFilter
  ) => Effect.Effect<ReadonlyArray<Price>, AuthorizationError | UnknownOrganization, CurrentActor>
}>()("@namewright/core/billing/Prices") {
  static readonly layer = Layer.effect(
    Prices,
    Effect.gen(function*() {
      const directory = yield* OrganizationDirectory
      const parties = yield* BillingParties
      const prices = yield* PriceList
      const hostPrices = yield* makeHostPrices

      const list = Effect.fn("Prices.list")(
        function*(
          { context, organization_id: named }: BilledOrganization,
          product_type: ProductType,
          { product_action, product_class }: PriceFilter
        ) {
          const actor = yield* authorize("organization:read")
          const { organization_id } = yield* OrganizationScope.requireInContext(directory, actor, named, context)
          const party = yield* parties.find(organization_id)
          if (Option.isNone(party)) return yield* new UnknownOrganization({ organization_id })
          const lines = yield* prices.effective({ organization_id, payer_id: party.value.payer_id }, {
            product_type,
            product_action,
            product_class: product_class?.toLowerCase().replace(/^\./, ""),
            currency: party.value.currency
          })
          return yield* hostPrices.lines(organization_id, party.value, lines)
        }
      )

      return Prices.of({ list })
    })
  )
}
