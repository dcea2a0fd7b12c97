import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { TagId } from "../tags/index.ts"
import type { DnsName } from "./DnsName.ts"
import type { Rrset } from "./Rrset.ts"
import type { Zone, ZoneId } from "./Zone.ts"
import type { ZoneChange, ZoneVersion } from "./ZoneChange.ts"
import type { ZoneAlreadyExists } from "./ZoneError.ts"
import type { ZoneCounts, ZoneFilter, ZoneSortField } from "./ZoneFilter.ts"

/** What tells of a zone whose RRsets are to be read. */
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

/** What a new zone has to regard. */
export interface ZoneSurroundings {
  /** The last serial of a zone of its name that is gone, as long as the new one could fall below it. */
  readonly last_serial: number | null
  /** Who has the zones of names above it. */
  readonly owners_above: ReadonlyArray<OrganizationId>
}

/** Storage port of zones, their RRsets and their history. Writes belong into a transaction that holds the zone's lock. */
export class ZoneStore extends Context.Service<ZoneStore, {
  /** Any organization's; who may see it is for the service to say. */
  readonly find: (name: DnsName) => Effect.Effect<Option.Option<Zone>>
  readonly findById: (id: ZoneId) => Effect.Effect<Option.Option<Zone>>
  /** The whole zone as of one serial. */
  readonly content: (zone: DnsName | ZoneId) => Effect.Effect<Option.Option<ZoneContent>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lock: (name: DnsName) => Effect.Effect<Option.Option<Zone>>
  /** Which of the names are hosted here; thousands at once. */
  readonly existing: (names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlySet<DnsName>>
  readonly surroundings: (name: DnsName, above: ReadonlyArray<DnsName>) => Effect.Effect<ZoneSurroundings>
  /** With `due_on`, what every known nameserver is to serve is written down as well, to be published from then on. */
  readonly insert: (
    zone: Zone,
    rrsets: ReadonlyArray<Rrset>,
    change: ZoneChange,
    due_on?: Instant.Instant
  ) => Effect.Effect<void, ZoneAlreadyExists>
  /** Stores what changes of the zone, its changed RRsets, and the change for the history; `due_on` as in `insert`. */
  readonly save: (before: Zone, after: Zone, change: ZoneChange, due_on?: Instant.Instant) => Effect.Effect<void>
  /** Stores what has no part in what is served: no serial and no history come of it. */
  readonly update: (zone: Zone) => Effect.Effect<void>
  /** With its RRsets, tags and history. Serials below `forgettable` need not be remembered of any zone that is gone. */
  readonly remove: (zone: Zone, forgettable: number) => Effect.Effect<void>
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
