import { Context, type Effect, type Option, Schema } from "effect"
import type { Money, OrganizationId } from "../shared/index.ts"
import type { TaxRate } from "./TaxRate.ts"

/** Whether charges are paid out of what was paid in before, or may run into a credit limit. */
export const BillingModel = Schema.Literals(["prepaid", "postpaid"]).annotate({ identifier: "BillingModel" })
export type BillingModel = typeof BillingModel.Type

/** On what terms an organization's charges are paid. */
export interface BillingParty {
  /** Whose balance pays: the organization itself, or the parent of one with consolidated billing. */
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
  readonly billing_model: BillingModel
  /** How far below zero the balance may go; zero for prepaid. */
  readonly credit_limit: Money.MinorUnits
  readonly tax_rate: TaxRate
  /** The payer is notified when its balance falls below this; null for never. */
  readonly balance_alert_threshold: Money.MinorUnits | null
}

/** Where billing learns who pays; the organizations slice provides it. Deleted organizations are not found. */
export class BillingParties extends Context.Service<BillingParties, {
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<BillingParty>>
}>()("@namewright/core/billing/BillingParties") {}
