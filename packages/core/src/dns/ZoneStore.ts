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

/** A zone with its stored RRsets, in canonical order of names, then by type; of one and the same serial. */
export interface ZoneContent {
  readonly zone: Zone
  readonly rrsets: ReadonlyArray<Rrset>
}

/** What stood at a name and type. */
export interface EarlierRrset extends Pick<Rrset, "name" | "type"> {
  readonly rrset: Rrset | null
}

/** The zone of a name that is served. */
export interface ServedZone {
  readonly served: DnsName
}

/** An organization's zone of a name: the one that is not displaced, else the one that was made last. */
export interface OwnZone {
  readonly organization_id: OrganizationId
  readonly name: DnsName
}

/** Identifies one zone. Several organizations may have zones of one name. */
export type ZoneSelector = ZoneId | ServedZone | OwnZone

/** Storage port of zones, their RRsets and their history. Writes belong into a transaction that holds the zone's lock. */
export class ZoneStore extends Context.Service<ZoneStore, {
  /** Any organization's; the service decides who may see it. */
  readonly find: (zone: ZoneSelector) => Effect.Effect<Option.Option<Zone>>
  /** The zones of a name, of all organizations: those that are not displaced first, the served one before others. */
  readonly named: (name: DnsName) => Effect.Effect<ReadonlyArray<Zone>>
  /** The whole zone as of one serial. */
  readonly content: (zone: ZoneSelector) => Effect.Effect<Option.Option<ZoneContent>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lock: (zone: ZoneSelector) => Effect.Effect<Option.Option<Zone>>
  /** With `due_on`, what every known nameserver is to serve is written down as well, to be published from then on. */
  readonly insert: (
    zone: Zone,
    rrsets: ReadonlyArray<Rrset>,
    change: ZoneChange,
    due_on?: Instant.Instant
  ) => Effect.Effect<void, ZoneAlreadyExists>
  /** Stores what changes of the zone, its changed RRsets, and the change for the history; `due_on` as in `insert`. */
  readonly save: (before: Zone, after: Zone, change: ZoneChange, due_on?: Instant.Instant) => Effect.Effect<void>
  /** Stores members that nameservers do not answer with; neither a serial nor an entry of the history comes of it. */
  readonly update: (before: Zone, after: Zone) => Effect.Effect<void>
  /** With its RRsets, tags and history. Removes serials below `expired` of zones that were removed before. */
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
  /** The first RRsets strictly below a name, in canonical order, at most so many. */
  readonly rrsetsBelow: (zone: ZoneIdentity, name: DnsName, atMost: number) => Effect.Effect<ReadonlyArray<Rrset>>

  /**
   * The RRsets that delegate child zones, in canonical order: from the first name to the last one and all that is below
   * that. Without a last name, those at the first name and below it.
   */
  readonly childRrsets: (zone: ZoneIdentity, first: DnsName, last?: DnsName) => Effect.Effect<ReadonlyArray<Rrset>>

  /** The history, newest first, without the RRsets of each change. */
  readonly versions: (zone: ZoneId, page: PageRequest) => Effect.Effect<Page<ZoneVersion>>
  /** What led to a serial. */
  readonly version: (zone: ZoneIdentity, serial: number) => Effect.Effect<Option.Option<ZoneChange>>
  /**
   * What stood at a serial wherever something has changed since; null where nothing did. None where the history has no
   * such serial.
   */
  readonly earlier: (
    zone: ZoneIdentity,
    serial: number
  ) => Effect.Effect<Option.Option<ReadonlyArray<EarlierRrset>>>
  /** The changes after a serial, oldest first; none where the history has no such serial, or more than so many after it. */
  readonly changesAfter: (
    zone: ZoneIdentity,
    serial: number,
    atMost: number
  ) => Effect.Effect<Option.Option<ReadonlyArray<ZoneChange>>>
}>()("@namewright/core/dns/ZoneStore") {}
