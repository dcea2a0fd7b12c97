import { Context, Effect, Layer, Schema } from "effect"
import { plainArgument } from "../shared/index.ts"
import { callHost } from "../telemetry/index.ts"
import { companyMatches } from "./companyMatches.ts"
import { isWellFormed, type VatNumber, writtenVatNumber } from "./VatNumber.ts"

/** Company as it identifies itself. */
export interface VatHolder {
  readonly vat: VatNumber
  readonly name: string
  readonly city: string | null
}

/**
 * Answer of a register: the company holds the number, another company does, the number is malformed, or nobody holds it.
 * `unavailable` is a register that did not answer, and `unchecked` a number whose format is right where there is no
 * register; both do not refuse the organization.
 */
export type VatAnswer = "confirmed" | "mismatch" | "malformed" | "unregistered" | "unavailable" | "unchecked"

/** Entry of a register. */
export const VatRegistration = Schema.Struct({
  /** False if nobody holds the number. */
  valid: Schema.Boolean,
  /** Name of the holder; null if the register does not disclose it. */
  name: Schema.NullOr(Schema.String),
  /** Address of the holder, in one or several lines; null if the register does not disclose it. */
  address: Schema.NullOr(Schema.String)
})
export type VatRegistration = typeof VatRegistration.Type

/**
 * Looks up a number whose format is right. A rejection means that the register is unavailable. `signal` ends with the
 * time limit of 10 seconds.
 */
export type VatRegisterFunction = (
  vat: VatNumber,
  options: { readonly signal: AbortSignal }
) => Promise<VatRegistration> | VatRegistration

/** Time limit of one look-up. */
const lookUpTime = "10 seconds"

const decode = Schema.decodeUnknownEffect(VatRegistration)

/** Register of VAT numbers. Not for use inside a transaction. */
export class VatRegister extends Context.Service<VatRegister, {
  readonly check: (holder: VatHolder) => Effect.Effect<VatAnswer>
}>()("@namewright/core/organizations/VatRegister") {
  /** Checks the format of the number and calls no register. */
  static readonly layerSyntactic = Layer.succeed(VatRegister, {
    check: ({ vat }) => Effect.succeed(isWellFormed(vat) ? "unchecked" : "malformed")
  })

  /** Compares name and city with the entry of a register, as far as it discloses them. */
  static readonly layerLookUp = (lookUp: VatRegisterFunction) =>
    Layer.succeed(VatRegister, {
      check: Effect.fn("VatRegister.check")(function*(holder: VatHolder): Effect.fn.Return<VatAnswer> {
        const { vat } = holder
        if (!isWellFormed(vat)) return "malformed"
        return yield* callHost((signal) => lookUp(vat, { signal })).pipe(
          Effect.timeout(lookUpTime),
          Effect.flatMap((entry) => decode(plainArgument(entry, ["registration"]).value)),
          Effect.map((entry) => answerOf(holder, entry)),
          Effect.catch((error) =>
            Effect.as(
              Effect.logWarning(`The register of VAT numbers has not answered about ${writtenVatNumber(vat)}`, error),
              "unavailable" as const
            )
          )
        )
      })
    })
}

const answerOf = (holder: VatHolder, { valid, ...entry }: VatRegistration): VatAnswer =>
  !valid ? "unregistered" : companyMatches(holder, entry) ? "confirmed" : "mismatch"
