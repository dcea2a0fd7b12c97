import { UserId } from "@namewright/core/access"
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

    /** Issues a ticket for the second step of a sign-in, after the correct password. */
    issueTicket: (user_id: UserId, { browser, purpose }: FormBinding, now: Instant.Instant): string => {
      const until = DateTime.toEpochSeconds(now) + ticketSeconds
      return `${user_id}.${until}.${signature(key, ticketText(issuer, user_id, until, browser, purpose))}`
    },
    readTicket: (ticket: string, { browser, purpose }: FormBinding, now: Instant.Instant): UserId | undefined => {
      const [user_id = "", until = "", mac = ""] = ticket.split(".")
      const isCurrent = Number(until) > DateTime.toEpochSeconds(now)
      return isUserId(user_id) && isCurrent &&
          isSigned(ticketText(issuer, user_id, Number(until), browser, purpose), mac)
        ? user_id
        : undefined
    }
  }
}

const isUserId = Schema.is(UserId)

const formText = (issuer: string, { browser, purpose, signIn = "" }: FormBinding): string =>
  `form\n${issuer}\n${browser}\n${signIn}\n${purpose}`

const ticketText = (issuer: string, user_id: string, until: number, browser: string, purpose: string): string =>
  `ticket\n${issuer}\n${browser}\n${user_id}\n${until}\n${purpose}`

const signature = (key: Redacted.Redacted, text: string): string =>
  createHmac("sha256", Redacted.value(key)).update(text).digest("base64url")

/** Compares bytes, because non-ASCII text has more bytes than characters. */
const equal = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
