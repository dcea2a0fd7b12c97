import { DateTime, Redacted } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"
import type { RegistrarLogin } from "./EppServerOptions.ts"

/** A registrar of the server, with its state. */
export interface RegistrarAccount {
  readonly clientId: string
  /** True for the current password. */
  readonly knows: (password: string) => boolean
  /** Null if the password does not expire. */
  readonly passwordExpiresOn: () => DateTime.Utc | null
  /** A password that the registrar has set does not expire. It is lost when the server stops. */
  readonly setPassword: (password: string) => void
  /** True if the registrar may log in with this client certificate; undefined for none. */
  readonly trusts: (fingerprint: string | undefined) => boolean
  /** Counts a session. False at the registrar's limit. */
  readonly enter: () => boolean
  readonly leave: () => void
}

/** Registrars that can log in, by client identifier. */
export const registrarAccounts = (
  logins: ReadonlyArray<RegistrarLogin>,
  sessionsPerRegistrar: number
): ReadonlyMap<string, RegistrarAccount> =>
  new Map(logins.map((login) => [login.clientId, registrarAccount(login, sessionsPerRegistrar)]))

const registrarAccount = (login: RegistrarLogin, maximum: number): RegistrarAccount => {
  let current = digest(Redacted.value(login.password))
  let expiresOn = login.passwordExpiresOn === undefined ? null : DateTime.fromDateUnsafe(login.passwordExpiresOn)
  let sessions = 0
  const fingerprint = login.certificateFingerprint && plainFingerprint(login.certificateFingerprint)
  return {
    clientId: login.clientId,
    knows: (password) => timingSafeEqual(digest(password), current),
    passwordExpiresOn: () => expiresOn,
    setPassword: (password) => {
      current = digest(password)
      expiresOn = null
    },
    trusts: (shown) => fingerprint === undefined || (shown !== undefined && plainFingerprint(shown) === fingerprint),
    enter: () => {
      if (sessions >= maximum) return false
      sessions++
      return true
    },
    leave: () => {
      sessions--
    }
  }
}

const digest = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Fingerprints are compared without colons. */
const plainFingerprint = (text: string): string => text.replaceAll(":", "").toLowerCase()
