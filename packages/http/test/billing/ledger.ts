import { Billing } from "@namewright/core/billing"
import { Money, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

/** Reserves two years of a domain at 10.00 each. */
export const reserved = Effect.fnUntraced(
  function*(organization_id: OrganizationId, product_reference: string, action: "create" | "renew" = "create") {
    const { reserve } = yield* Billing
    const unit_price = Money.MinorUnits.make(1_000)
    return yield* Effect.orDie(reserve({
      organization_id,
      product_type: "domain",
      product_reference,
      action,
      quote: { unit_price, volume: 2, unit: "y", currency: "EUR", is_premium: false }
    }))
  }
)
