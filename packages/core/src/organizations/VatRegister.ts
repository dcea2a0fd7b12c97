import { Context, Effect, Layer } from "effect"
import { isWellFormed, type VatNumber } from "./VatNumber.ts"

/** A company as it calls itself. */
export interface VatHolder {
  readonly vat: VatNumber
  readonly name: string
  readonly city: string | null
}

/**
 * What a register says of a company: it is the holder of the number; the number is another's; it is no number at all; or
 * nobody can tell now, and the organization is taken as it is.
 */
export type VatAnswer = "confirmed" | "mismatch" | "malformed" | "unavailable"

/** A register of VAT numbers. Asked outside of any transaction. */
export class VatRegister extends Context.Service<VatRegister, {
  readonly check: (holder: VatHolder) => Effect.Effect<VatAnswer>
}>()("@namewright/core/organizations/VatRegister") {
  /** Looks at the form of the number and asks nobody. */
  static readonly layerSyntactic = Layer.succeed(VatRegister, {
    check: ({ vat }) => Effect.succeed(isWellFormed(vat) ? "unavailable" : "malformed")
  })
}
