import { Instant } from "@namewright/core/shared"
import type { ProgramFacts } from "../ConnectedPrograms.ts"

/** Formats an instant: `2026-11-23 16:05 UTC`. */
export const momentText = (instant: Instant.Instant): string =>
  `${Instant.format(instant).replace("T", " ").slice(0, 16)} UTC`

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Text for the location of a program, from its redirect URI. */
export const addressText = (redirectUri: string): string => {
  const url = URL.parse(redirectUri)
  if (url === null) return "your device"
  if (url.protocol !== "http:" && url.protocol !== "https:") return `an app on this device (${url.protocol})`
  return loopback.test(url.hostname) ? `a program on this computer (${url.host})` : url.host
}

/** Text for all redirect URIs of a program. */
export const addressesText = ({ redirect_uris }: ProgramFacts): string => {
  const addresses = [...new Set(redirect_uris.map(addressText))]
  return addresses.length === 0 ? "a device without a browser" : addresses.join(", ")
}

export const lastUseText = ({ last_use }: ProgramFacts): string =>
  last_use === null
    ? "not yet"
    : `${momentText(last_use.used_on)}${last_use.address === null ? "" : ` from ${last_use.address}`}`
