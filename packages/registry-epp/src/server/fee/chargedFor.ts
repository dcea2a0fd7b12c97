import { Effect } from "effect"
import type { FeeAgreement } from "../../message/CommandExtension.ts"
import type { FeeCharged, ResponseExtension } from "../../message/ResponseExtension.ts"
import { registryCurrency } from "./registryCurrency.ts"

/** What a command cost, for clients that agreed to a fee (RFC 8748, section 5.2). */
export const chargedFor = (
  command: FeeCharged["command"],
  agreement: FeeAgreement | undefined
): Effect.Effect<Partial<ResponseExtension>> =>
  Effect.succeed(
    agreement === undefined
      ? {}
      : { fee: { command, currency: registryCurrency, fees: agreement.fees, credits: agreement.credits } }
  )
