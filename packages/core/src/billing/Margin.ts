import { Money, Period } from "../shared/index.ts"
import { amountOf, type PricingQuery, type PricingResult } from "./Pricing.ts"

/** Addition to the cost of the registry. */
export interface Margin {
  /** Percent of the cost, at most four places. */
  readonly percent?: number | undefined
  /** For each year of the term, and once for what is paid once: decimal text or minor units. */
  readonly fixed?: string | number | undefined
  /** The price is rounded up to a multiple: decimal text or minor units. Default one minor unit. */
  readonly roundUpTo?: string | number | undefined
}

/** Margins by TLD; `default` is that of the others. */
export type Margins = Readonly<Record<string, Margin>>

interface ParsedMargin {
  readonly tenThousandths: number
  readonly fixed: number
  readonly step: number
}

/**
 * Prices that are the registry's cost and a margin, as a price function. A class without margin, an unknown cost and a cost
 * in another currency have no such price: the price list holds. Throws a `TypeError` with every problem of the margins.
 */
export const marginOnCost = (margins: Margins): (query: PricingQuery) => PricingResult | null => {
  const parsed = new Map(Object.entries(margins).map(([name, margin]) => [name, parsedMargin(margin)] as const))
  const problems = [...parsed].flatMap(([name, margin]) =>
    typeof margin === "string" ? [`margin of ${name}: ${margin}`] : []
  )
  if (problems.length > 0) throw new TypeError(problems.join("\n"))
  return ({ cost, currency, period, product_class }) => {
    const margin = parsed.get(product_class ?? "default") ?? parsed.get("default")
    if (margin === undefined || typeof margin === "string" || cost === null || cost.currency !== currency) return null
    const amount = amountOf(cost.amount)
    return amount === undefined ? null : { amount: withMargin(amount, yearsOf(period), margin), currency }
  }
}

const hundredPercent = 1_000_000n

const withMargin = (cost: number, years: number, { fixed, step, tenThousandths }: ParsedMargin): number => {
  const scaled = BigInt(cost) * (hundredPercent + BigInt(tenThousandths)) + BigInt(fixed * years) * hundredPercent
  return Number(roundedUp(scaled, hundredPercent * BigInt(step))) * step
}

const roundedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** Years that have begun. */
export const yearsOf = (period: Period.Period | null): number => {
  const months = period === null ? undefined : Period.inMonths(period)
  return months === undefined ? 1 : Math.ceil(months / 12)
}

const parsedMargin = ({ fixed = 0, percent = 0, roundUpTo = 1 }: Margin): ParsedMargin | string => {
  const tenThousandths = Math.round(percent * 10_000)
  if (!Number.isSafeInteger(tenThousandths) || tenThousandths < 0) return "percent has to be 0 or more"
  const amounts = { fixed: amountOf(fixed), step: amountOf(roundUpTo) }
  if (amounts.fixed === undefined) return "fixed has to be decimal text or minor units, 0 or more"
  return amounts.step === undefined || amounts.step === 0
    ? "roundUpTo has to be decimal text or minor units above 0"
    : { tenThousandths, fixed: amounts.fixed, step: amounts.step }
}

/** The cost of a term from the costs of a year. */
export const costOfTerm = (yearly: Money.MinorUnits, period: Period.Period | null): Money.MinorUnits =>
  Money.MinorUnits.make(yearly * yearsOf(period))
