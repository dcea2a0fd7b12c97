import { Effect, Metric } from "effect"
import type { Money } from "../shared/index.ts"
import type { LedgerStep } from "./Ledger.ts"

const charges = Metric.counter("ledger_charges_total", {
  description: "Steps of charges and payments in the ledger, by kind and currency",
  incremental: true
})

const amounts = Metric.counter("ledger_charged_minor_units_total", {
  description: "Amounts of these steps with tax, in minor units, without signs",
  incremental: true
})

/** Counts a committed step of the ledger. */
export const countStep = (kind: LedgerStep, { amount, currency }: Money.Money): Effect.Effect<void> => {
  const attributes = { kind, currency }
  return Effect.andThen(
    Metric.update(Metric.withAttributes(charges, attributes), 1),
    Metric.update(Metric.withAttributes(amounts, attributes), Math.abs(amount))
  )
}
