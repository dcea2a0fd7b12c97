import { Schema } from "effect"

/** Currencies of accounts (ISO 4217), both with two decimals. */
export const Currency = Schema.Literals(["EUR", "USD"]).annotate({ identifier: "Currency" })
export type Currency = typeof Currency.Type

/** An amount in the currency's smallest unit: 1234 is 12.34. May be negative. */
export const MinorUnits = Schema.Int.pipe(Schema.brand("MinorUnits"))
export type MinorUnits = typeof MinorUnits.Type

export const zero = MinorUnits.make(0)

export interface Money {
  readonly amount: MinorUnits
  readonly currency: Currency
}

/** Writes minor units as a decimal with two digits after the point, `1234` as `"12.34"`. */
export const toDecimal = (amount: number): string => {
  const digits = Math.abs(amount).toString().padStart(3, "0")
  return `${amount < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Reads a decimal with at most two digits after the point; undefined for any other text. */
export const fromDecimal = (text: string): MinorUnits | undefined => {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text)
  if (match === null) return undefined
  const [, sign, whole = "0", fraction = ""] = match
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, "0"))
  return MinorUnits.make(sign === "-" && amount !== 0 ? -amount : amount)
}
