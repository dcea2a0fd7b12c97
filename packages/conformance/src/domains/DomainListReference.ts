import type { Domain, DomainDate, DomainFilter, DomainSortField } from "@namewright/core/domains"
import type { Instant, Sort } from "@namewright/core/shared"
import type { StatusTagType, TagFilterMode, TagId } from "@namewright/core/tags"
import { DateTime } from "effect"
import { isWithin } from "../ScopeGenerators.ts"

/** Domain with its tags and status tags. */
export interface CarryingDomain {
  readonly domain: Domain
  readonly tags: ReadonlyArray<TagId>
  readonly status_tags: ReadonlyArray<StatusTagType>
}

/** Reference implementation of the list over an array. */
export const listedIn = (
  domains: ReadonlyArray<CarryingDomain>,
  filter: DomainFilter,
  now: Instant.Instant,
  sort: Sort<DomainSortField>
): ReadonlyArray<CarryingDomain> => {
  const found = domains.filter((candidate) => meets(candidate, filter, now)).toSorted((a, b) =>
    compare(a.domain, b.domain, sort.by)
  )
  return sort.order === "asc" ? found : found.toReversed()
}

/** Sort order: domains without the date first, equal ones by id. */
const compare = (a: Domain, b: Domain, by: DomainSortField): number => {
  const order = by === "name" ? ordered(a.name, b.name) : ordered(time(a[by]), time(b[by]))
  return order === 0 ? ordered(a.domain_id, b.domain_id) : order
}
const ordered = <A extends string | number>(a: A, b: A): number => a < b ? -1 : a > b ? 1 : 0
const time = (instant: Instant.Instant | null): number => instant === null ? -Infinity : DateTime.toEpochMillis(instant)

const meets = ({ domain, status_tags, tags }: CarryingDomain, filter: DomainFilter, now: Instant.Instant): boolean =>
  meetsText(domain, filter) && meetsState(domain, filter) && meetsDates(domain, filter) &&
  meetsExpiry(domain, filter, now) && carries(tags, filter.tag_ids, filter.tag_mode) &&
  carries(status_tags, filter.status_tags, filter.status_tag_mode) &&
  isWithin(filter.within ?? [], { id: domain.domain_id, name: domain.name }, tags)

const meetsText = ({ name, nameservers, sld }: Domain, filter: DomainFilter): boolean =>
  (filter.name === undefined || name === filter.name.toLowerCase()) &&
  (filter.search === undefined || name.includes(filter.search.toLowerCase())) &&
  (filter.sld === undefined || sld === filter.sld.toLowerCase()) &&
  (filter.nameserver === undefined || hasNameserver(nameservers, filter.nameserver.toLowerCase()))

const hasNameserver = (nameservers: Domain["nameservers"], part: string): boolean => {
  const whole = part.endsWith(".") && part.slice(0, -1).includes(".") ? part.slice(0, -1) : part
  return nameservers.some(({ hostname }) => hostname.includes(whole))
}

const meetsState = (domain: Domain, filter: DomainFilter): boolean =>
  isAmong(domain.tld, filter.tld?.map((tld) => tld.toLowerCase().replace(/^\./, ""))) &&
  isAmong(domain.registrar, filter.registrar) &&
  isAmong(domain.registrar_credential_id ?? "", filter.registrar_credential_id) &&
  (filter.registry_statuses === undefined || filter.registry_statuses.length === 0 ||
    domain.registry_statuses.some((status) => filter.registry_statuses?.includes(status))) &&
  (filter.renewal_mode === undefined || domain.renewal_mode === filter.renewal_mode) &&
  (filter.transfer_lock === undefined ||
    domain.registry_statuses.includes("clientTransferProhibited") === filter.transfer_lock) &&
  (filter.read_only === undefined || domain.read_only === filter.read_only) &&
  (filter.is_premium === undefined || domain.is_premium === filter.is_premium)

const isAmong = <A>(value: A, values: ReadonlyArray<A> | undefined): boolean =>
  values === undefined || values.length === 0 || values.includes(value)

const dateOf: Record<DomainDate, (domain: Domain) => Instant.Instant | null> = {
  created: (domain) => domain.created_on,
  updated: (domain) => domain.updated_on,
  expires: (domain) => domain.expires_on,
  registered: (domain) => domain.registered_on,
  transferred: (domain) => domain.transferred_on
}

const meetsDates = (domain: Domain, { dates = {} }: DomainFilter): boolean =>
  (Object.keys(dateOf) as ReadonlyArray<DomainDate>).every((date) => {
    const { after, before } = dates[date] ?? {}
    const value = dateOf[date](domain)
    return (after === undefined || (value !== null && DateTime.isGreaterThan(value, after))) &&
      (before === undefined || (value !== null && DateTime.isLessThan(value, before)))
  })

const meetsExpiry = ({ expires_on }: Domain, { expires_within = {} }: DomainFilter, now: Instant.Instant): boolean =>
  ([30, 60, 90] as const).every((days) => {
    const wanted = expires_within[days]
    const expires = expires_on !== null && DateTime.isGreaterThanOrEqualTo(expires_on, now) &&
      DateTime.isLessThan(expires_on, DateTime.add(now, { days }))
    return wanted === undefined || wanted === expires
  })

const carries = <A>(
  carried: ReadonlyArray<A>,
  wanted: ReadonlyArray<A> | undefined,
  mode: TagFilterMode | undefined
) => {
  if (wanted === undefined || wanted.length === 0) return true
  switch (mode ?? "match_any") {
    case "match_any":
      return wanted.some((tag) => carried.includes(tag))
    case "match_all":
      return wanted.every((tag) => carried.includes(tag))
    case "match_none":
      return !wanted.some((tag) => carried.includes(tag))
  }
}
