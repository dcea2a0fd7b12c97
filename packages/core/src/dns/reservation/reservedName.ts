import { getDomain, getPublicSuffix } from "tldts"
import type { PlatformSettings } from "../../shared/index.ts"
import { absoluteName } from "../absoluteName.ts"
import { type DnsName, isWithin } from "../DnsName.ts"
import { domainParts } from "../domainParts.ts"
import { documentationNames, infrastructureName, reverseTrees, specialUseNames } from "./specialUseNames.ts"

/** Reason why a name cannot be the name of a zone. */
export type ReservationReason =
  /** Resolvers do not look the name up (RFC 6761), or it belongs to the infrastructure of the internet (RFC 3172). */
  | "special_use"
  /** A suffix of the ICANN section of the Public Suffix List, or a name of one label. */
  | "public_suffix"
  /** A suffix of the private section: the names below it belong to the customers of its owner. */
  | "private_suffix"
  /** A name of the operator of this installation, or a name above or below one. */
  | "operator"

export interface Reservation {
  readonly reason: ReservationReason
  /** Reserved name: the zone's own, or one above or below it. */
  readonly name: DnsName
}

/** Names that an installation reserves, besides suffixes. */
export interface Reservations {
  readonly specialUse: ReadonlyArray<DnsName>
  readonly operator: ReadonlyArray<DnsName>
}

const privateDomains = { allowPrivateDomains: true, validateHostname: false }

/** Host of a URL. */
const hostOf = (address: string | undefined): ReadonlyArray<string> => {
  const host = address === undefined ? undefined : URL.parse(address)?.hostname
  return host === undefined ? [] : [host]
}

/** Reservations of an installation: its nameservers, mailbox, hosts, the zone of white-label hosts, and `dns.reserved`. */
export const reservationsOf = (
  { approval_pages, base_url, dns, environment, whitelabel }: PlatformSettings
): Reservations => {
  const hosts = [...dns.nameservers, dns.rname, ...hostOf(base_url), ...hostOf(approval_pages)]
  // IP addresses and names of one label have no registrable domain.
  const domains = hosts.flatMap((host) => getDomain(host.replace(/\.$/, ""), privateDomains) ?? [])
  return {
    specialUse: environment === "sandbox" ? specialUseNames : [...specialUseNames, ...documentationNames],
    operator: [
      ...new Set(
        [...dns.reserved ?? [], ...whitelabel === undefined ? [] : [whitelabel.zone], ...domains].map(absoluteName)
      )
    ]
  }
}

/** The first reservation that forbids a zone of this name; the name is in lower case. */
export const reservedName = (name: DnsName, { operator, specialUse }: Reservations): Reservation | undefined => {
  const special = specialUse.find((reserved) => isWithin(name, reserved)) ?? infrastructureOf(name)
  if (special !== undefined) return { reason: "special_use", name: special }
  if (domainParts(name).domain === null) return { reason: "public_suffix", name }
  const own = operator.find((reserved) => isWithin(name, reserved) || isWithin(reserved, name))
  if (own !== undefined) return { reason: "operator", name: own }
  const host = name.slice(0, -1)
  return getPublicSuffix(host, privateDomains) === host ? { reason: "private_suffix", name } : undefined
}

const infrastructureOf = (name: DnsName): DnsName | undefined =>
  isWithin(name, infrastructureName) && !reverseTrees.some((tree) => name !== tree && isWithin(name, tree))
    ? infrastructureName
    : undefined
