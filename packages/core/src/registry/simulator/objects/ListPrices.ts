import { Money, Period } from "../../../shared/index.ts"
import { magicLabel } from "./MagicLabel.ts"

/** List prices in minor units: one year of registration, renewal or transfer, and one restore. */
export interface ListPrices {
  readonly create: number
  readonly renew: number
  readonly transfer: number
  readonly restore: number
}

/** List prices of a TLD without its own prices. */
export const listPrices: ListPrices = { create: 1000, renew: 1000, transfer: 1000, restore: 4000 }

const premiumPrices: ListPrices = { ...listPrices, create: 250_000, renew: 25_000 }

/** True if the name costs more than the list price. */
export const isPremium = (name: string): boolean => magicLabel(name) === "premium"

/** Prices of a name under a TLD with these list prices. */
export const pricesOf = (name: string, prices: ListPrices): ListPrices =>
  isPremium(name) ? { ...prices, create: premiumPrices.create, renew: premiumPrices.renew } : prices

/** Number of years that a term is charged for; a part of a year counts as a whole one. */
export const yearsOf = (period: Period.Period): number => Math.max(1, Math.ceil((Period.inMonths(period) ?? 0) / 12))

/** Price of a term at a price for one year; 0 without a term. */
export const termPrice = (price: number, term: Period.Period | null): Money.MinorUnits =>
  Money.MinorUnits.make(term === null ? 0 : price * yearsOf(term))
