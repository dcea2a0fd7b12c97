import { Money, Period } from "../../../shared/index.ts"
import { magicLabel } from "./MagicLabel.ts"

/** What a registry asks, in minor units: for a year of registration, renewal or transfer, and for one restore. */
export interface ListPrices {
  readonly create: number
  readonly renew: number
  readonly transfer: number
  readonly restore: number
}

/** What a TLD costs whose prices nobody has set. */
export const listPrices: ListPrices = { create: 1000, renew: 1000, transfer: 1000, restore: 4000 }

const premiumPrices: ListPrices = { ...listPrices, create: 250_000, renew: 25_000 }

/** Whether a name costs more than the list price. */
export const isPremium = (name: string): boolean => magicLabel(name) === "premium"

/** What a name costs under a TLD with these list prices. */
export const pricesOf = (name: string, prices: ListPrices): ListPrices =>
  isPremium(name) ? { ...prices, create: premiumPrices.create, renew: premiumPrices.renew } : prices

/** The years that are paid for a term; a part of one counts whole. */
export const yearsOf = (period: Period.Period): number => Math.max(1, Math.ceil((Period.inMonths(period) ?? 0) / 12))

/** What a term costs at a price for one year; no term costs nothing. */
export const termPrice = (price: number, term: Period.Period | null): Money.MinorUnits =>
  Money.MinorUnits.make(term === null ? 0 : price * yearsOf(term))
