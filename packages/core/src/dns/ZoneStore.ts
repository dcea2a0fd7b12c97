import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { TagId } from "../tags/index.ts"
import type { DnsName } from "./DnsName.ts"
import type { Rrset } from "./Rrset.ts"
import type { Zone, ZoneId } from "./Zone.ts"
import type { ZoneChange, ZoneVersion } from "./ZoneChange.ts"
import type { ZoneAlreadyExists } from "./ZoneError.ts"
import type { ZoneCounts, ZoneFilter, ZoneSortField } from "./ZoneFilter.ts"

/** Identity of a zone whose RRsets are read. */
export type ZoneIdentity = Pick<Zone, "dns_zone_id" | "name">

/** A zone and its stored RRsets at one serial, in canonical order of names, then by type. */
export interface ZoneContent {
  readonly zone: Zone
  readonly rrsets: ReadonlyArray<Rrset>
}

/** Former RRset of a name and type; null if there was none. */
export interface EarlierRrset extends Pick<Rrset, "name" | "type"> {
  readonly rrset: Rrset | null
}

/** Selects the served zone of a name. */
export interface ServedZone {
  readonly served: DnsName
}

/** Selects an organization's zone of a name: the one that is not displaced, otherwise the one created last. */
export interface OwnZone {
  readonly organization_id: OrganizationId
  readonly name: DnsName
}

/** Identifies one zone. Several organizations may have zones of one name. */
export type ZoneSelector = ZoneId | ServedZone | OwnZone

/**
 * Storage port of zones, their RRsets and their history. Writes are called in a transaction that holds the zone's lock.
 */
export class ZoneStore extends Context.Service<ZoneStore, {
  /** Zone of any organization; the service checks access. */
  readonly find: (zone: ZoneSelector) => Effect.Effect<Option.Option<Zone>>
  /** Zones of a name, of all organizations: zones that are not displaced first, the served one before others. */
  readonly named: (name: DnsName) => Effect.Effect<ReadonlyArray<Zone>>
  /** The whole zone as of one serial. */
  readonly content: (zone: ZoneSelector) => Effect.Effect<Option.Option<ZoneContent>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lock: (zone: ZoneSelector) => Effect.Effect<Option.Option<Zone>>
  /** With `due_on`, also stores publications for every known nameserver, due at that time. */
  readonly insert: (
    zone: Zone,
    rrsets: ReadonlyArray<Rrset>,
    change: ZoneChange,
    due_on?: Instant.Instant
  ) => Effect.Effect<void, ZoneAlreadyExists>
  /** Stores the changed members of the zone, its changed RRsets, and the history entry; `due_on` as in `insert`. */
  readonly save: (before: Zone, after: Zone, change: ZoneChange, due_on?: Instant.Instant) => Effect.Effect<void>
  /** Stores members that do not affect answers of nameservers, without a new serial or history entry. */
  readonly update: (before: Zone, after: Zone) => Effect.Effect<void>
  /**
   * Removes the zone with its RRsets, tags and history. Also forgets serials below `expired` of zones that were removed
   * before.
   */
  readonly remove: (zone: Zone, expired: number) => Effect.Effect<void>
  readonly list: (
    organization: OrganizationId,
    filter: ZoneFilter,
    sort: Sort<ZoneSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<ZoneContent>>
  readonly counts: (organization: OrganizationId) => Effect.Effect<ZoneCounts>
  /** The tags of each zone; zones without any may be absent. */
  readonly tagsOf: (
    organization: OrganizationId,
    ids: ReadonlyArray<ZoneId>
  ) => Effect.Effect<ReadonlyMap<ZoneId, ReadonlyArray<TagId>>>

  /** The RRsets at any of the names. */
  readonly rrsetsAt: (zone: ZoneIdentity, names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyArray<Rrset>>
  /** The first `atMost` RRsets strictly below a name, in canonical order. */
  readonly rrsetsBelow: (zone: ZoneIdentity, name: DnsName, atMost: number) => Effect.Effect<ReadonlyArray<Rrset>>

  /**
   * RRsets that delegate child zones, in canonical order: from the first name to the last name and the names below it.
   * Without a last name, only at the first name and below it.
   */
  readonly childRrsets: (zone: ZoneIdentity, first: DnsName, last?: DnsName) => Effect.Effect<ReadonlyArray<Rrset>>

  /** The history, newest first, without the RRsets of each change. */
  readonly versions: (zone: ZoneId, page: PageRequest) => Effect.Effect<Page<ZoneVersion>>
  /** The change that created a serial. */
  readonly version: (zone: ZoneIdentity, serial: number) => Effect.Effect<Option.Option<ZoneChange>>
  /**
   * Former RRsets at a serial, for every name and type that has changed since; null if there was none. None if the
   * history does not contain the serial.
   */
  readonly earlier: (
    zone: ZoneIdentity,
    serial: number
  ) => Effect.Effect<Option.Option<ReadonlyArray<EarlierRrset>>>
  /**
   * Changes after a serial, oldest first. None if the history does not contain the serial, or more than `atMost`
   * changes follow it.
   */
  readonly changesAfter: (
    zone: ZoneIdentity,
    serial: number,
    atMost: number
  ) => Effect.Effect<Option.Option<ReadonlyArray<ZoneChange>>>
}>()("@namewright/core/dns/ZoneStore") {}
