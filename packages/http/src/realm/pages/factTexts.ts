import type { MailLocale } from "@namewright/core/mail"
import { Instant } from "@namewright/core/shared"
import type { ProgramFacts } from "../ConnectedPrograms.ts"
import { programTexts } from "./texts/programTexts.ts"

/** Formats an instant: `2026-11-23 16:05 UTC`. */
export const momentText = (instant: Instant.Instant): string =>
  `${Instant.format(instant).replace("T", " ").slice(0, 16)} UTC`

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Text for the location of a program, from its redirect URI. */
export const addressText = (locale: MailLocale, redirectUri: string): string => {
  const words = programTexts[locale]
  const url = URL.parse(redirectUri)
  if (url === null) return words.device
  if (url.protocol !== "http:" && url.protocol !== "https:") return words.app(url.protocol)
  return loopback.test(url.hostname) ? words.computer(url.host) : url.host
}

/** Text for all redirect URIs of a program. */
export const addressesText = (locale: MailLocale, { redirect_uris }: ProgramFacts): string => {
  const addresses = [...new Set(redirect_uris.map((uri) => addressText(locale, uri)))]
  return addresses.length === 0 ? programTexts[locale].withoutBrowser : addresses.join(", ")
}

export const lastUseText = (locale: MailLocale, { last_use }: ProgramFacts): string => {
  const words = programTexts[locale]
  if (last_use === null) return words.unused
  const moment = momentText(last_use.used_on)
  return last_use.address === null ? moment : words.usedFrom(moment, last_use.address)
}
