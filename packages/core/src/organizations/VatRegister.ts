import { Context, Effect, Layer } from "effect"
import { isWellFormed, type VatNumber } from "./VatNumber.ts"

/** Company as it identifies itself. */
export interface VatHolder {
  readonly vat: VatNumber
  readonly name: string
  readonly city: string | null
}

/**
 * Answer of a register: the company holds the number, another one does, the number is malformed, or the register is
 * unavailable. An unavailable register does not refuse the organization.
 */
export type VatAnswer = "confirmed" | "mismatch" | "malformed" | "unavailable"

/** Register of VAT numbers. Not for use inside a transaction. */
export class VatRegister extends Context.Service<VatRegister, {
  readonly check: (holder: VatHolder) => Effect.Effect<VatAnswer>
}>()("@namewright/core/organizations/VatRegister") {
  /** Checks the format of the number and calls no register. */
  static readonly layerSyntactic = Layer.succeed(VatRegister, {
    check: ({ vat }) => Effect.succeed(isWellFormed(vat) ? "unavailable" : "malformed")
  })
}
