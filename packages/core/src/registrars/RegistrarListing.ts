import { DateTime, Option, Predicate, Schema } from "effect"
import type { Nameserver, RenewalMode } from "../domains/index.ts"
import { arranged, isDeleted } from "../domains/index.ts"
import { DomainStatus } from "../registry/index.ts"
import { DomainName, Hostname, type Instant, limits } from "../shared/index.ts"

/** Members of a domain at an external registrar that are shown. */
export interface ExternalListing {
  readonly name: DomainName
  readonly registered_on: Instant.Instant | null
  readonly expires_on: Instant.Instant | null
  readonly renewal_mode: RenewalMode
  readonly registry_statuses: ReadonlyArray<DomainStatus>
  readonly nameservers: ReadonlyArray<Nameserver>
}

/** A part of a listing that could be read. */
export interface ListedPart {
  readonly listings: ReadonlyArray<ExternalListing>
  /** Entries without a valid name. */
  readonly invalid: number
  readonly next: string | null
}

const readName = Schema.decodeUnknownOption(DomainName)
const readHostname = Schema.decodeUnknownOption(Hostname)
const isStatus = Schema.is(DomainStatus)

/** Years that databases and lists can represent. */
const earliest = DateTime.toEpochMillis(DateTime.makeUnsafe("1970-01-01T00:00:00Z"))
const latest = DateTime.toEpochMillis(DateTime.makeUnsafe("9999-01-01T00:00:00Z"))

/** Whole seconds, as all instants of the platform. */
const instantOf = (value: unknown): Instant.Instant | null => {
  const made = Predicate.isString(value) || Predicate.isDate(value) ? DateTime.make(value) : Option.none()
  const utc = Option.map(made, (instant) => DateTime.startOf(DateTime.toUtc(instant), "second"))
  return Option.getOrNull(
    Option.filter(utc, ({ epochMilliseconds }) => epochMilliseconds >= earliest && epochMilliseconds < latest)
  )
}

const listOf = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const nameserversOf = (value: unknown): ReadonlyArray<Nameserver> => {
  const hostnames = listOf(value).flatMap((hostname) => Option.toArray(readHostname(hostname)))
  return [...new Set(hostnames)].slice(0, limits.nameservers).map((hostname) => ({ hostname, ip_addresses: [] }))
}

const memberOf = (value: object, member: string): unknown =>
  Predicate.hasProperty(value, member) ? value[member] : undefined

const listingOf = (value: unknown): Option.Option<ExternalListing> => {
  if (!Predicate.isObject(value)) return Option.none()
  return Option.map(readName(memberOf(value, "name")), (name) => {
    const registry_statuses = arranged(listOf(memberOf(value, "statuses")).filter(isStatus))
    const renews = memberOf(value, "renews") === true && !isDeleted({ registry_statuses })
    return {
      name,
      registered_on: instantOf(memberOf(value, "registered_on")),
      expires_on: instantOf(memberOf(value, "expires_on")),
      renewal_mode: renews ? "renew" as const : "expire" as const,
      registry_statuses,
      nameservers: nameserversOf(memberOf(value, "nameservers"))
    }
  })
}

/** Reads what a driver returned; undefined if it is not a part of a listing. */
export const readPart = (value: unknown): ListedPart | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const domains = memberOf(value, "domains")
  const next = memberOf(value, "next") ?? null
  if (!Array.isArray(domains) || domains.length > limits.registrarPage.maximum) return undefined
  if (next !== null && !Predicate.isString(next)) return undefined
  const listings = domains.flatMap((entry: unknown) => Option.toArray(listingOf(entry)))
  return { listings, invalid: domains.length - listings.length, next }
}
