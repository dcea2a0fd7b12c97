import { Schema } from "effect"
import { Money } from "../shared/index.ts"

/** The price of a premium name that the caller accepted, as sent to the registry. */
export const Fee = Schema.Struct({ amount: Money.MinorUnits, currency: Money.Currency })
