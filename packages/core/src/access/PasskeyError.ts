import { Schema } from "effect"
import { CodedError, limits } from "../shared/index.ts"

const messages = {
  /** The response of the authenticator is not valid for this challenge, user or installation. */
  invalid: "The passkey was not accepted",
  /** This or another user has the credential. */
  registered: "This passkey is registered already",
  limit: `An account has at most ${limits.passkeys.perUser} passkeys; remove one first`
} as const

/** A passkey was not accepted or not added. */
export class PasskeyRefused extends CodedError<PasskeyRefused>()("PasskeyRefused", {
  code: "ERROR_AUTHENTICATION",
  fields: { reason: Schema.Literals(["invalid", "registered", "limit"]) },
  message: ({ reason }) => messages[reason]
}) {}

/** The refusal of a response, which does not reveal its reason. */
export const invalidPasskey = () => new PasskeyRefused({ reason: "invalid" })
