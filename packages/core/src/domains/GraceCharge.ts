import { DateTime, Schema } from "effect"
import { BillingTransactionId } from "../billing/index.ts"
import type { DomainStatus } from "../registry/index.ts"
import { Instant } from "../shared/index.ts"
import { IsoDuration, type TldSpec } from "../tlds/index.ts"
import { Fee } from "./Fee.ts"

/**
 * Operations that a registry credits if the domain is deleted within their grace period. Source: RFC 3915, section 3.1.
 */
export const GracedOperation = Schema.Literals(["create", "renew", "autoRenew", "transfer"])
export type GracedOperation = typeof GracedOperation.Type

/** A charge that is refunded if its domain is deleted within the grace period of the operation. */
export const GraceCharge = Schema.Struct({
  billing_transaction_id: BillingTransactionId,
  operation: GracedOperation,
  /** Start of the grace period. */
  began_on: Instant.Instant,
  /** Fee that the registry charged; null where it does not report one. */
  cost: Schema.NullOr(Fee)
})
export type GraceCharge = typeof GraceCharge.Type

/** The status that a registry shows while the grace period of an operation runs. */
export const graceStatusOf: Readonly<Record<GracedOperation, DomainStatus>> = {
  create: "addPeriod",
  renew: "renewPeriod",
  autoRenew: "autoRenewPeriod",
  transfer: "transferPeriod"
}

/**
 * Length of the grace period of an operation; null where the TLD has none. A renewal by command has the add grace
 * period: TLD specifications define no separate one.
 */
const graceOf = (operation: GracedOperation, { domain_lifecycle: life }: TldSpec): IsoDuration.IsoDuration | null => {
  const length = {
    create: life.add_grace_period,
    renew: life.add_grace_period,
    autoRenew: life.registry_auto_renew === true ? life.grace_period : null,
    transfer: life.transfer_grace_period
  }[operation]
  return length === null || IsoDuration.isZero(length) ? null : length
}

/** End of a charge's grace period; null where the TLD has none. */
export const graceEnd = (
  { began_on, operation }: Pick<GraceCharge, "began_on" | "operation">,
  spec: TldSpec
): Instant.Instant | null => {
  const length = graceOf(operation, spec)
  return length === null ? null : IsoDuration.addTo(began_on, length)
}

/** True if the grace period of a charge includes an instant. */
export const runsAt = (charge: GraceCharge, spec: TldSpec, at: Instant.Instant): boolean => {
  const end = graceEnd(charge, spec)
  return end !== null && DateTime.isGreaterThan(end, at)
}

/** Retention of grace charges in days; longer than any grace period. */
const keptDays = 100

const isKept = ({ began_on }: GraceCharge, now: Instant.Instant): boolean =>
  DateTime.isGreaterThan(began_on, DateTime.subtract(now, { days: keptDays }))

interface Charged {
  readonly grace_charges: ReadonlyArray<GraceCharge>
  readonly registry_statuses: ReadonlyArray<DomainStatus>
}

/** The domain with the charges of an operation added. */
export const withCharges = <D extends Charged>(
  domain: D,
  { billing_transaction_ids, ...charged }:
    & Omit<GraceCharge, "billing_transaction_id">
    & { readonly billing_transaction_ids: ReadonlyArray<BillingTransactionId> },
  now: Instant.Instant
): D => {
  const kept = domain.grace_charges.filter((charge) => isKept(charge, now))
  const added = billing_transaction_ids.map((billing_transaction_id) => ({ billing_transaction_id, ...charged }))
  return { ...domain, grace_charges: [...kept, ...added] }
}

/**
 * The domain without the charges whose grace period has ended, by the TLD's data and by the statuses of the registry.
 */
export const withoutEndedCharges = <D extends Charged>(domain: D, spec: TldSpec, now: Instant.Instant): D => ({
  ...domain,
  grace_charges: domain.grace_charges.filter((charge) =>
    domain.registry_statuses.includes(graceStatusOf[charge.operation]) || runsAt(charge, spec, now)
  )
})

/** Charges of a domain whose grace period may run. */
export const graceChargesOf = ({ grace_charges }: Charged, now: Instant.Instant): ReadonlyArray<GraceCharge> =>
  grace_charges.filter((charge) => isKept(charge, now))
