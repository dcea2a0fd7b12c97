import { Schema } from "effect"
import { Day, Instant, OrganizationId } from "../shared/index.ts"

/**
 * Kind of a difference between two records of the same money. The object is a billing transaction, unless another one is
 * named.
 */
export const FindingKind = Schema.Literals([
  /** Succeeded charge of a domain, without the event of a completed order on the same day. */
  "charge_without_order",
  /** Event of a completed order that the platform bills, without a charge on the same day. */
  "order_without_charge",
  /** Charge of an order with a quote, at another price than the quote. */
  "quoted_price",
  /** Completed transaction whose entry in the ledger is missing, or has other amounts. */
  "charge_amount",
  /** Payer and currency of a ledger whose balances are not the sum of its entries. */
  "ledger_balance",
  /** Payment that the provider has received, or that is succeeded here, without a top-up. */
  "payment_without_top_up",
  /** Payment with a top-up that the provider has not received, or received with another amount. */
  "top_up_without_payment",
  /** Payment whose refunds and chargebacks at the provider could not be booked. */
  "returned_amount",
  /** Succeeded charge or adjustment of a closed month that is on no valid document. */
  "charge_without_invoice",
  /** Charge or adjustment that is on several valid documents. */
  "charge_on_two_invoices",
  /** Document whose amounts are not the sum of its items. */
  "invoice_total"
]).annotate({ identifier: "FindingKind" })
export type FindingKind = typeof FindingKind.Type

/** Stored difference. A finding is open until a later run of its day no longer finds it. */
export const Finding = Schema.Struct({
  kind: FindingKind,
  /** Id of the object; of a ledger its payer and currency, separated by a space. */
  object_id: Schema.String,
  /** Null if no organization of the platform is known. */
  organization_id: Schema.NullOr(OrganizationId),
  /** Payment provider of a payment, such as `stripe`; null of other objects. */
  provider: Schema.NullOr(Schema.String),
  /** Day of the object, in UTC; of a ledger the day of the first run that found it. */
  day: Day,
  expected: Schema.String,
  found: Schema.String,
  first_seen_on: Instant.Instant,
  /** Time of the run that no longer found it; null while it is open. */
  resolved_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "ReconciliationFinding" })
export type Finding = typeof Finding.Type

/** Difference as a check finds it. */
export type Difference = Omit<Finding, "day" | "first_seen_on" | "resolved_on">
