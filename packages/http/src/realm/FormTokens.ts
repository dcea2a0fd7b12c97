import { type SignInAccount, UserId } from "@namewright/core/access"
import type { RealmKeyring } from "@namewright/core/realm"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Redacted, Schema } from "effect"
import { createHmac, timingSafeEqual } from "node:crypto"

/** Binding of a form: the browser, the person who is signed in there, and the purpose of the form. */
export interface FormBinding {
  readonly browser: string
  readonly signIn: string | undefined
  readonly purpose: string
}

/** Proof that a person has entered the correct password. */
export interface Ticket {
  readonly user_id: UserId
  /** False if the credentials of the account have changed since. */
  readonly isOf: (account: SignInAccount) => boolean
}

/** Seconds for the second step of a sign-in. */
const ticketSeconds = 300

/**
 * Signatures that bind a form to a realm, by its issuer, and to this browser, and that other sites cannot forge. Realms share
 * their keys.
 */
export const formTokens = (keyring: RealmKeyring, issuer: string) => {
  const [key = Redacted.make("")] = keyring.browsers
  const isSigned = (text: string, mac: string) => keyring.browsers.some((secret) => equal(signature(secret, text), mac))

  return {
    issue: (binding: FormBinding): string => signature(key, formText(issuer, binding)),
    isGenuine: (token: string, binding: FormBinding): boolean => isSigned(formText(issuer, binding), token),

    /**
     * Issues a ticket for the second step of a sign-in, after the correct password. It names the credentials that were checked by
     * the time of their last change.
     */
    issueTicket: (
      { credentials_changed_on, user }: SignInAccount,
      { browser, purpose }: FormBinding,
      now: Instant.Instant
    ) => {
      const until = String(DateTime.toEpochSeconds(now) + ticketSeconds)
      const content = [user.user_id, until, changeText(credentials_changed_on)]
      return [...content, signature(key, ticketText(issuer, content, browser, purpose))].join(".")
    },
    readTicket: (ticket: string, { browser, purpose }: FormBinding, now: Instant.Instant): Ticket | undefined => {
      const [user_id = "", until = "", changed = "", mac = ""] = ticket.split(".")
      const isCurrent = Number(until) > DateTime.toEpochSeconds(now)
      return isUserId(user_id) && isCurrent &&
          isSigned(ticketText(issuer, [user_id, until, changed], browser, purpose), mac)
        ? { user_id, isOf: (account) => changeText(account.credentials_changed_on) === changed }
        : undefined
    }
  }
}

const isUserId = Schema.is(UserId)

const formText = (issuer: string, { browser, purpose, signIn = "" }: FormBinding): string =>
  `form\n${issuer}\n${browser}\n${signIn}\n${purpose}`

const changeText = (changed: Instant.Instant | null): string =>
  changed === null ? "" : String(changed.epochMilliseconds)

const ticketText = (issuer: string, content: ReadonlyArray<string>, browser: string, purpose: string): string =>
  ["ticket", issuer, browser, ...content, purpose].join("\n")

const signature = (key: Redacted.Redacted, text: string): string =>
  createHmac("sha256", Redacted.value(key)).update(text).digest("base64url")

/** Compares bytes, because non-ASCII text has more bytes than characters. */
const equal = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
