import { Schema } from "effect"
import type { EppResponse } from "../message/EppResponse.ts"

/**
 * Reason why no session was opened. `unreachable`: no connection, or no response to the login. `temporary`: a temporary
 * failure of the server. `sessionLimit`: the account has the maximum number of sessions. `credentials`: the server does
 * not accept the user or password. `refused`: it does not accept the login, permanently.
 */
export const SessionFailureKind = Schema.Literals([
  "unreachable",
  "temporary",
  "sessionLimit",
  "credentials",
  "refused"
])
export type SessionFailureKind = typeof SessionFailureKind.Type

export class SessionFailure extends Schema.TaggedError<SessionFailure>()("SessionFailure", {
  kind: SessionFailureKind,
  /** The result code of the login response; null without a response. */
  code: Schema.NullOr(Schema.Int),
  /** Text for logs, without secrets. */
  text: Schema.String,
  /** True if the response to a sent login is missing: a new password may have been set. */
  answerLost: Schema.Boolean,
  /** True if another attempt risks a lock of the account. Registries lock after about three failures. */
  isFinal: Schema.Boolean
}) {
  override get message() {
    return this.text
  }
}

/** A failure after which the password at the registry is certain. After 2501 registries lock accounts. */
export const sessionFailure = (kind: SessionFailureKind, text: string, code: number | null = null): SessionFailure =>
  new SessionFailure({ kind, text, code, answerLost: false, isFinal: kind === "credentials" && code === 2501 })

/** Message of registries that answer 2501 instead of 2502. */
const limitWords = /limit|too many|maximum|exceed/i

/** Failure in the response to a login; undefined if it succeeded. */
export const loginProblem = ({ results: [{ code, message }] }: EppResponse): SessionFailureKind | undefined => {
  if (code < 2000) return undefined
  switch (code) {
    case 2200:
    case 2201:
    case 2202:
      return "credentials"
    case 2501:
      return limitWords.test(message) ? "sessionLimit" : "credentials"
    case 2502:
      return "sessionLimit"
    case 2400:
    case 2500:
      return "temporary"
    default:
      return "refused"
  }
}
