import { Schema } from "effect"
import type { EppResponse } from "../message/EppResponse.ts"

/**
 * Why no session was opened. `unreachable`: no connection, or no answer to the login. `temporary`: the server cannot
 * now. `sessionLimit`: the account has as many sessions as it may. `credentials`: the server does not know or trust
 * who logs in. `refused`: it does not accept the login as it is, which no repetition changes.
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
  /** The result code of the login, where it was answered. */
  code: Schema.NullOr(Schema.Int),
  /** In words fit for a log; holds no secret. */
  text: Schema.String,
  /** Whether the login was sent and its answer is missing: a new password may have been taken. */
  answerLost: Schema.Boolean,
  /** Whether a further try would put the account at risk: registries lock it after three or so. */
  isFinal: Schema.Boolean
}) {
  override get message() {
    return this.text
  }
}

/** A failure that leaves no doubt about a new password. Behind 2501 registries lock accounts. */
export const sessionFailure = (kind: SessionFailureKind, text: string, code: number | null = null): SessionFailure =>
  new SessionFailure({ kind, text, code, answerLost: false, isFinal: kind === "credentials" && code === 2501 })

/** What registries say that answer 2501 where 2502 is meant. */
const limitWords = /limit|too many|maximum|exceed/i

/** What the answer to a login says is wrong; none when nothing is. */
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
