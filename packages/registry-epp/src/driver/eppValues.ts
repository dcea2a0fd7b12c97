import { DomainName, Hostname, Instant, Period } from "@namewright/core/shared"
import { Option, Result, Schema } from "effect"
import { NetAddress } from "effect/net"
import type { EppPeriod } from "../message/EppPeriod.ts"
import type { RegistryProfile } from "../profile/RegistryProfile.ts"
import { trimmed } from "../xml/whiteSpace.ts"

const decodeInstant = Schema.decodeUnknownOption(Instant.Instant)
const decodeName = Schema.decodeUnknownOption(DomainName)
const decodeHostname = Schema.decodeUnknownOption(Hostname)

/** An instant of the wire; null where the registry states none, or one that cannot be read. */
export const instantOf = (text: string | undefined): Instant.Instant | null =>
  text === undefined || !isBare.test(text) ? null : Option.getOrNull(decodeInstant(text))
/** Without spaces of Unicode around it, which the decoder of requests takes off. */
const isBare = /^[0-9].*[0-9Zz]$/

/** A name of the wire; null where it is none of ours to have. */
export const nameOf = (text: string): DomainName | null => Option.getOrNull(decodeName(text))

/** The names that can be hosts here. */
export const hostnamesOf = (texts: ReadonlyArray<string>): ReadonlyArray<Hostname> =>
  texts.flatMap((text) => Option.toArray(decodeHostname(text)))

/** The longest term that a command can name (RFC 5731, `pLimitType`). */
const longestPeriod = 99

/** A term as the registry takes it; undefined where it is left out, and null where it cannot be said. */
export const eppPeriod = (period: Period.Period, form: RegistryProfile["period"]): EppPeriod | undefined | null => {
  if (form === "omitted") return undefined
  const months = Period.inMonths(period)
  if (months === undefined) return null
  const said = form === "months" || months % 12 !== 0
    ? { value: months, unit: "m" as const }
    : { value: months / 12, unit: "y" as const }
  return said.value > longestPeriod ? null : said
}

/** An address in the form in which the platform compares them (RFC 5952), however the registry writes it. */
export const canonicalAddress = (address: string): string =>
  Result.match(NetAddress.ipFromString(trimmed(address)), {
    onFailure: () => address,
    onSuccess: NetAddress.formatIp
  })
