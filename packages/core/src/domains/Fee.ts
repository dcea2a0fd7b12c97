import { Schema } from "effect"
import { Money } from "../shared/index.ts"

/** The price of a premium name that the caller agreed to, as the registry is told. */
export const Fee = Schema.Struct({ amount: Money.MinorUnits, currency: Money.Currency })
