import { DateTime } from "effect"
import type { EppGreeting, EppResponse } from "../message/EppResponse.ts"
import { EppUri } from "../message/EppUri.ts"
import type { LoginSecurityEvent } from "../message/ResponseExtension.ts"
import type { Login } from "../message/SessionCommand.ts"
import { plain, type TransactionIds } from "./answered.ts"
import type { RegistrarAccount } from "./RegistrarAccount.ts"

/** Input of a login. */
export interface LoginAttempt {
  readonly login: Login
  readonly offered: EppGreeting
  readonly accounts: ReadonlyMap<string, RegistrarAccount>
  /** SHA-256 of the client's certificate; undefined without one. */
  readonly fingerprint: string | undefined
  /** True if another failure closes the connection. */
  readonly isLast: boolean
  readonly now: DateTime.Utc
}

/** Outcome of a login: the response, and the registrar that is logged in. */
export interface LoginOutcome {
  readonly response: EppResponse
  readonly account?: RegistrarAccount
}

/** Time before a password's expiry from which responses contain a warning. */
const warnedFor = { days: 30 }

/**
 * Logs a registrar in, or refuses it (RFC 5730, section 2.9.1.1; RFC 8807). A successful login counts as one session of
 * the registrar.
 */
export const loginAnswer = (attempt: LoginAttempt, transaction: TransactionIds): LoginOutcome => {
  const { accounts, login, offered } = attempt
  const problem = loginProblem(login, offered)
  if (problem !== undefined) return { response: plain(problem.code, transaction, problem) }
  const account = accounts.get(login.clientId)
  const event = account === undefined ? undefined : passwordEvent(account, attempt)
  const isKnown = account !== undefined && account.knows(login.password) && account.trusts(attempt.fingerprint)
  if (!isKnown || (event?.level === "error" && login.newPassword === undefined)) {
    return { response: refused(attempt, isKnown ? event : undefined, transaction) }
  }
  if (!account.enter()) return { response: plain(2502, transaction) }
  if (login.newPassword !== undefined) account.setPassword(login.newPassword)
  const security = login.newPassword === undefined && event !== undefined ? { loginSecurity: [event] } : {}
  return { response: plain(1000, transaction, { extension: security }), account }
}

/** The same response for an unknown client and a wrong password. */
const refused = (
  { isLast }: LoginAttempt,
  event: LoginSecurityEvent | undefined,
  transaction: TransactionIds
): EppResponse =>
  plain(isLast ? 2501 : 2200, transaction, { extension: event === undefined ? {} : { loginSecurity: [event] } })

/** Warning about the password's age, for clients with the login security extension. */
const passwordEvent = (account: RegistrarAccount, { login, now }: LoginAttempt): LoginSecurityEvent | undefined => {
  const expiresOn = account.passwordExpiresOn()
  if (expiresOn === null || DateTime.isLessThan(DateTime.add(now, warnedFor), expiresOn)) return undefined
  const isOver = DateTime.isLessThanOrEqualTo(expiresOn, now)
  if (!isOver && !login.extensions.includes(EppUri.loginSec)) return undefined
  return {
    type: "password",
    level: isOver ? "error" : "warning",
    expiresOn: DateTime.formatIso(expiresOn),
    text: isOver ? "The password has expired" : "The password expires soon"
  }
}

/**
 * Refusal of a login that requests a version, language or service that the server does not offer; undefined for a valid
 * one.
 */
const loginProblem = (
  { extensions, language, objects, version }: Login,
  offered: Pick<EppGreeting, "extensions" | "languages" | "objects" | "versions">
): { readonly code: 2100 | 2102 | 2103 | 2307; readonly detail: string } | undefined => {
  if (!offered.versions.includes(version)) return { code: 2100, detail: `version ${version}` }
  if (!offered.languages.includes(language)) return { code: 2102, detail: `language ${language}` }
  const object = objects.find((uri) => !offered.objects.includes(uri))
  if (object !== undefined) return { code: 2307, detail: object }
  const extension = extensions.find((uri) => !offered.extensions.includes(uri))
  return extension === undefined ? undefined : { code: 2103, detail: extension }
}
