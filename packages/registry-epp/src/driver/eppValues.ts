import { DomainName, Hostname, Instant, Period } from "@namewright/core/shared"
import { Option, Result, Schema } from "effect"
import { NetAddress } from "effect/net"
import type { EppPeriod } from "../message/EppPeriod.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import { trimmed } from "../xml/whiteSpace.ts"

const decodeInstant = Schema.decodeUnknownOption(Instant.Instant)
const decodeName = Schema.decodeUnknownOption(DomainName)
const decodeHostname = Schema.decodeUnknownOption(Hostname)

/** An instant of a response; null if it is absent or invalid. */
export const instantOf = (text: string | undefined): Instant.Instant | null =>
  text === undefined || !isBare.test(text) ? null : Option.getOrNull(decodeInstant(text))
/** Trims Unicode spaces, which the decoder of requests removes too. */
const isBare = /^[0-9].*[0-9Zz]$/

/** A domain name of a response; null if the platform does not allow it. */
export const nameOf = (text: string): DomainName | null => Option.getOrNull(decodeName(text))

/** Hostnames that the platform allows. */
export const hostnamesOf = (texts: ReadonlyArray<string>): ReadonlyArray<Hostname> =>
  texts.flatMap((text) => Option.toArray(decodeHostname(text)))

/** Longest term of a command (RFC 5731, `pLimitType`). */
const longestPeriod = 99

/** A term in the form of the registry; undefined if the profile omits it, null if EPP cannot express it. */
export const eppPeriod = (period: Period.Period, form: RegistryProfile["period"]): EppPeriod | undefined | null => {
  if (form === "omitted") return undefined
  const months = Period.inMonths(period)
  if (months === undefined) return null
  const written = form === "months" || months % 12 !== 0
    ? { value: months, unit: "m" as const }
    : { value: months / 12, unit: "y" as const }
  return written.value > longestPeriod ? null : written
}

/** The canonical form of an address (RFC 5952), for comparison. */
export const canonicalAddress = (address: string): string =>
  Result.match(NetAddress.ipFromString(trimmed(address)), {
    onFailure: () => address,
    onSuccess: NetAddress.formatIp
  })
