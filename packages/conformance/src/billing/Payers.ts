import { OrganizationDirectory } from "@namewright/core/access"
import { BillingParties, type BillingParty, SpendingLimits, TaxRateUnits } from "@namewright/core/billing"
import { Money, type OrganizationId } from "@namewright/core/shared"
import { Context, Effect, Layer, Option } from "effect"

/** Payers of a test. By default every organization pays for itself in EUR, with 19 % tax and no credit. */
export class Payers extends Context.Service<Payers, {
  readonly set: (organization: OrganizationId, terms: Partial<BillingParty>) => void
}>()("@namewright/conformance/billing/Payers") {
  /** The terms of payers, and the port through which billing reads them. */
  static readonly layer = Layer.effectContext(Effect.sync(() => {
    const terms = new Map<OrganizationId, Partial<BillingParty>>()
    const find = (organization: OrganizationId) =>
      Effect.succeed(Option.some<BillingParty>({
        payer_id: organization,
        currency: "EUR",
        billing_model: "prepaid",
        credit_limit: Money.zero,
        tax_rate: TaxRateUnits.make(190_000),
        balance_alert_threshold: null,
        has_spending_limit: false,
        ...terms.get(organization)
      }))
    return Context.make(BillingParties, { find }).pipe(
      Context.add(SpendingLimits, { lock: () => Effect.succeed(null) }),
      Context.add(OrganizationDirectory, { find: () => Effect.succeedNone, keep: () => Effect.succeed(true) }),
      Context.add(Payers, { set: (organization, own) => void terms.set(organization, own) })
    )
  }))
}
