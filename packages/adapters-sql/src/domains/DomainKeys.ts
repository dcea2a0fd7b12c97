import type { Domain, DomainSortField } from "@namewright/core/domains"
import type { DateTime } from "effect"

export type DateField = Exclude<DomainSortField, "name">

/** A row of `domain_keys`: the sort keys and filtered columns of a domain. Dates are in seconds since 1970. */
export interface DomainKeys extends Readonly<Record<DateField, number>> {
  readonly domain_id: string
  readonly name: string
  readonly sld: string
  readonly owner_no: number
  readonly combination_no: number
  /** Flags of the combination. Status tags are stored only here. */
  readonly flags: number
  readonly nameserver_set_no: number
  /** 0 for a domain without tags. */
  readonly tag_set_no: number
}

/** Keys of a stored domain. */
export interface StoredKeys extends DomainKeys {
  readonly domain_no: number
}

/** Columns of the keys that are not derived from the domain. */
export const numberColumns = [
  "domain_no",
  "owner_no",
  "combination_no",
  "flags",
  "nameserver_set_no",
  "tag_set_no"
] as const satisfies ReadonlyArray<keyof StoredKeys>
export type KeyNumbers = Pick<StoredKeys, (typeof numberColumns)[number]>

/** Stored seconds of an absent date: less than every date, which is also the sort order of lists. */
export const undated = -(2 ** 40)

export const secondsOf = (instant: DateTime.Utc): number => Math.floor(instant.epochMilliseconds / 1000)
const secondsOrUndated = (instant: DateTime.Utc | null): number => instant === null ? undated : secondsOf(instant)

/** Keys as returned by the drivers: PostgreSQL returns 64-bit numbers as bigints. */
export type RawKeys = Omit<StoredKeys, DateField> & Readonly<Record<DateField, number | bigint>>

export const storedKeys = (raw: RawKeys): StoredKeys => ({
  ...raw,
  created_on: Number(raw.created_on),
  updated_on: Number(raw.updated_on),
  expires_on: Number(raw.expires_on),
  registered_on: Number(raw.registered_on),
  transferred_on: Number(raw.transferred_on)
})

/** Keys of a domain with its dictionary numbers. */
export const keysOf = <N>(domain: Domain, numbers: N) => ({
  domain_id: domain.domain_id,
  name: domain.name,
  sld: domain.sld,
  ...numbers,
  created_on: secondsOf(domain.created_on),
  updated_on: secondsOf(domain.updated_on),
  expires_on: secondsOrUndated(domain.expires_on),
  registered_on: secondsOrUndated(domain.registered_on),
  transferred_on: secondsOrUndated(domain.transferred_on)
})
