import { Schema } from "effect"
import { Instant, OrganizationId } from "../shared/index.ts"

/**
 * Outcome of the check of an organization's VAT number: `pending` until the register has answered, `confirmed`, `mismatch` if
 * another company holds the number, and `unregistered` if nobody does.
 */
export const VatOutcome = Schema.Literals(["pending", "confirmed", "mismatch", "unregistered"])
  .annotate({ identifier: "VatOutcome" })
export type VatOutcome = typeof VatOutcome.Type

/** Outcomes that an operator looks at. */
export const OpenVatOutcome = Schema.Literals(["pending", "mismatch", "unregistered"])
  .annotate({ identifier: "OpenVatOutcome" })
export type OpenVatOutcome = typeof OpenVatOutcome.Type

/** Check of the VAT number of an organization. Organizations that a register was not asked about have none. */
export const VatCheck = Schema.Struct({
  organization_id: OrganizationId,
  /** Number with its prefix, such as `DE123456789`. */
  vat_number: Schema.String,
  outcome: VatOutcome,
  /** Last answer of the register; null before the first one. */
  vat_checked_on: Schema.NullOr(Instant.Instant),
  /** Attempts without an answer. */
  attempts: Schema.Int,
  /** Next attempt; null after an answer. */
  due_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "VatCheck" })
export type VatCheck = typeof VatCheck.Type

/** First pause after an attempt without an answer, in minutes. Each further one is four times as long, up to a day. */
const firstPause = 5
const longestPause = 24 * 60

/** Minutes from an attempt without an answer to the next one. */
export const minutesToNextCheck = (attempts: number): number =>
  Math.min(longestPause, firstPause * 4 ** Math.min(Math.max(attempts, 1) - 1, 10))
