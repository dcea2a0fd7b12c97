import { DateTime, Duration } from "effect"
import type { DomainStatus } from "../../registry/index.ts"
import { type Instant, Money } from "../../shared/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import { type GraceCharge, graceEnd, graceStatusOf, runsAt } from "../GraceCharge.ts"
import { clockTolerance } from "../registry/MessageRelation.ts"

/** Facts about a deletion that the registry carried out. */
export interface GracedDeletion {
  readonly charges: ReadonlyArray<GraceCharge>
  readonly spec: TldSpec
  /** Time at which the statuses were last read from the registry before the deletion. */
  readonly looked_on: Instant.Instant
  /** Statuses at that time; null if the registry does not show grace periods or was unreachable. */
  readonly statuses: ReadonlyArray<DomainStatus> | null
  /** Maximum age of the statuses when they were read. */
  readonly lag: Duration.Duration
  /** Earliest and latest time of the deletion; equal unless the response was lost. */
  readonly deletedBetween: { readonly earliest: Instant.Instant; readonly latest: Instant.Instant }
  /** Credit that the registry reported; null if it reports none. */
  readonly credit: Money.Money | null
  /** True if a renewal by the registry is unpaid: its credit belongs to no charge. */
  readonly owes: boolean
}

/** Charges to refund for a deletion, and contradictions between the registry and the data of the TLD. */
export interface RefundDecision {
  readonly refunded: ReadonlyArray<GraceCharge>
  /** One sentence for each difference, for operators. */
  readonly differences: ReadonlyArray<string>
}

/**
 * Decides which charges a deletion refunds: those in their grace period by the data of the TLD, corrected by the
 * statuses that the registry showed before the deletion, corrected by the credit that it reported. Source: RFC 3915,
 * section 3.1; RFC 8748, section 5.2.2.
 */
export const decideRefunds = (deletion: GracedDeletion): RefundDecision => byCredit(deletion, byStatuses(deletion))

const byStatuses = (deletion: GracedDeletion): RefundDecision => {
  const { charges, deletedBetween, spec } = deletion
  const corrections = charges.map((charge) => correction(deletion, charge))
  const refunded = charges.filter((charge, index) => {
    const corrected = corrections[index]
    return corrected === undefined ? runsAt(charge, spec, deletedBetween.earliest) : corrected.refunds
  })
  const unsure = refunded.filter((charge) =>
    runsAt(charge, spec, deletedBetween.earliest) && !runsAt(charge, spec, deletedBetween.latest)
  )
  return {
    refunded,
    differences: [
      ...corrections.flatMap((corrected) => corrected?.difference ?? []),
      ...unsure.map((charge) =>
        `${named(charge)} is refunded; its grace period ended while the deletion was unanswered`
      )
    ]
  }
}

interface Correction {
  readonly refunds: boolean
  /** Absent if the clock tolerance explains the contradiction. */
  readonly difference?: string
}

/** Correction of a charge where the statuses contradict the data of the TLD; undefined where they agree. */
const correction = (deletion: GracedDeletion, charge: GraceCharge): Correction | undefined => {
  const { charges, lag, looked_on, spec, statuses } = deletion
  const end = graceEnd(charge, spec)
  if (statuses === null || end === null) return undefined
  const status = graceStatusOf[charge.operation]
  const ofOperation = charges.filter(({ operation }) => operation === charge.operation)
  const isShown = statuses.includes(status)
  const runs = runsAt(charge, spec, looked_on)
  const distance = Math.abs(DateTime.toEpochMillis(end) - DateTime.toEpochMillis(looked_on))
  const isExplained = distance <= Duration.toMillis(clockTolerance)
  if (runs && !isShown) {
    // Statuses from a copy of the registry's data may be older than the operation.
    if (DateTime.isGreaterThan(DateTime.addDuration(charge.began_on, lag), looked_on)) return undefined
    return contradicted(isExplained, false, `${named(charge)} is kept; the registry does not show ${status}`)
  }
  const isNewest = charge === newest(ofOperation)
  return isShown && isNewest && !ofOperation.some((other) => runsAt(other, spec, looked_on))
    ? contradicted(isExplained, true, `${named(charge)} is refunded; the registry still shows ${status}`)
    : undefined
}

const contradicted = (isExplained: boolean, refunds: boolean, difference: string): Correction =>
  isExplained ? { refunds } : { refunds, difference }

/** A charge that cost nothing at the registry adds nothing to a credit: no credit contradicts its refund. */
const wasFree = ({ cost }: GraceCharge): boolean => cost?.amount === 0

const byCredit = (deletion: GracedDeletion, found: RefundDecision): RefundDecision => {
  const { charges, credit, owes } = deletion
  const { differences } = found
  if (credit === null) return found
  const free = found.refunded.filter(wasFree)
  const refunded = found.refunded.filter((charge) => !wasFree(charge))
  const reported = `the registry credits ${formatMoney(credit)}`
  if (credit.amount === 0) {
    return refunded.length === 0
      ? found
      : { refunded: free, differences: [...differences, `${refunded.map(named).join(", ")}: kept; ${reported}`] }
  }
  const total = costOf(refunded, credit.currency)
  if (owes || total === credit.amount || (total === undefined && refunded.length > 0)) return found
  const paid = charges.filter((charge) => !wasFree(charge))
  const covered = total === undefined ? undefined : subsetOf(newestFirst(paid), credit)
  const last = newest(paid)
  const credited = covered ?? (refunded.length > 0 || last === undefined ? refunded : [last])
  const computed = refunded.length === 0 ? "no grace period runs" : `the charges in grace cost ${total ?? 0}`
  return {
    refunded: [...free, ...credited],
    differences: [...differences, `${reported}, but by the data of the TLD ${computed}`]
  }
}

const newestFirst = (charges: ReadonlyArray<GraceCharge>) =>
  charges.toSorted((a, b) => DateTime.toEpochMillis(b.began_on) - DateTime.toEpochMillis(a.began_on))

const newest = (charges: ReadonlyArray<GraceCharge>): GraceCharge | undefined => newestFirst(charges)[0]

/** Sum of the registry's fees; undefined if a fee is unknown or in another currency. */
const costOf = (charges: ReadonlyArray<GraceCharge>, currency: Money.Currency): number | undefined =>
  charges.reduce<number | undefined>(
    (sum, { cost }) => sum === undefined || cost?.currency !== currency ? undefined : sum + cost.amount,
    0
  )

/** Charges whose costs add up to the credit, the first ones of the list if there are several such sets. */
const subsetOf = (
  [first, ...others]: ReadonlyArray<GraceCharge>,
  credit: Money.Money
): ReadonlyArray<GraceCharge> | undefined => {
  if (credit.amount === 0) return []
  if (first === undefined || credit.amount < 0) return undefined
  const { cost } = first
  const left = cost?.currency === credit.currency
    ? subsetOf(others, { ...credit, amount: Money.MinorUnits.make(credit.amount - cost.amount) })
    : undefined
  return left === undefined ? subsetOf(others, credit) : [first, ...left]
}

const named = ({ billing_transaction_id, operation }: GraceCharge): string =>
  `The charge ${billing_transaction_id} (${operation})`

const formatMoney = ({ amount, currency }: Money.Money): string => `${Money.toDecimal(amount)} ${currency}`
