import { Context, type Effect, type Option, Schema } from "effect"
import type { Money, OrganizationId } from "../shared/index.ts"
import type { TaxRate } from "./TaxRate.ts"

/** Charges are paid from money paid in before, or up to a credit limit. */
export const BillingModel = Schema.Literals(["prepaid", "postpaid"]).annotate({ identifier: "BillingModel" })
export type BillingModel = typeof BillingModel.Type

/** Payer and payment terms of an organization. */
export interface BillingParty {
  /** Organization whose balance pays: itself, or its parent with consolidated billing. */
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
  readonly billing_model: BillingModel
  /** Limit of a negative balance in minor units; zero for prepaid. */
  readonly credit_limit: Money.MinorUnits
  readonly tax_rate: TaxRate
  /** The payer is notified when its balance falls below this amount. Null for no notification. */
  readonly balance_alert_threshold: Money.MinorUnits | null
  /** True if what the organization spends in a month is limited. */
  readonly has_spending_limit: boolean
}

/** Port for payers, implemented by the organizations slice. Deleted organizations are not found. */
export class BillingParties extends Context.Service<BillingParties, {
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<BillingParty>>
}>()("@namewright/core/billing/BillingParties") {}
