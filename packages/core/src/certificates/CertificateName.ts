import { Schema } from "effect"
import { Hostname, WildcardName } from "../shared/index.ts"

/** Name of a certificate: a host, or all hosts one label below it. */
export const CertificateName = Schema.Union([Hostname, WildcardName])
export type CertificateName = typeof CertificateName.Type

/** How the control of a name is proven. Source: RFC 8555, sections 8.3 and 8.4. */
export type ChallengeType = "http-01" | "dns-01"

const wildcard = "*."

export const isWildcard = (name: CertificateName): name is WildcardName => name.startsWith(wildcard)

/** The host whose control proves a name; of a wildcard, the name without its prefix. */
export const provenHost = (name: CertificateName): Hostname =>
  isWildcard(name) ? Hostname.make(name.slice(wildcard.length)) : name

/** The wildcard that covers a host; undefined for a host of two labels. */
export const wildcardOf = (host: Hostname): WildcardName | undefined => {
  const above = host.slice(host.indexOf(".") + 1)
  return above.includes(".") ? WildcardName.make(`${wildcard}${above}`) : undefined
}

/**
 * How the names of a certificate are proven: a wildcard and its host over DNS, because authorities accept nothing else for a
 * wildcard, all others over HTTP.
 */
export const challengeTypeOf = (
  name: CertificateName,
  names: ReadonlyArray<CertificateName>
): ChallengeType => isWildcard(name) || names.some((one) => one === `${wildcard}${name}`) ? "dns-01" : "http-01"
