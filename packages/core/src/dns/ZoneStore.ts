import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { TagId } from "../tags/index.ts"
import type { DnsName } from "./DnsName.ts"
import type { Rrset, RrsetChange } from "./Rrset.ts"
import type { Zone, ZoneId } from "./Zone.ts"
import type { ZoneChange, ZoneVersion } from "./ZoneChange.ts"
import type { ZoneAlreadyExists } from "./ZoneError.ts"
import type { ZoneCounts, ZoneFilter, ZoneSortField } from "./ZoneFilter.ts"

/** Storage port of zones, their RRsets and their history. */
export class ZoneStore extends Context.Service<ZoneStore, {
  /** Any organization's; who may see it is for the service to say. */
  readonly find: (name: DnsName) => Effect.Effect<Option.Option<Zone>>
  readonly findById: (id: ZoneId) => Effect.Effect<Option.Option<Zone>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lock: (name: DnsName) => Effect.Effect<Option.Option<Zone>>
  /** Which of the names are hosted here; thousands at once. */
  readonly existing: (names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlySet<DnsName>>
  readonly insert: (
    zone: Zone,
    rrsets: ReadonlyArray<Rrset>,
    change: ZoneChange
  ) => Effect.Effect<void, ZoneAlreadyExists>
  /** Stores the zone's row, its changed RRsets, and the change for the history. */
  readonly save: (zone: Zone, changes: ReadonlyArray<RrsetChange>, change: ZoneChange) => Effect.Effect<void>
  readonly remove: (id: ZoneId) => Effect.Effect<void>
  readonly list: (
    organization: OrganizationId,
    filter: ZoneFilter,
    sort: Sort<ZoneSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Zone>>
  readonly counts: (organization: OrganizationId) => Effect.Effect<ZoneCounts>
  readonly tagsOf: (
    organization: OrganizationId,
    ids: ReadonlyArray<ZoneId>
  ) => Effect.Effect<ReadonlyMap<ZoneId, ReadonlyArray<TagId>>>

  /** All RRsets of each zone, in canonical order of names, then by type. */
  readonly rrsets: (zones: ReadonlyArray<ZoneId>) => Effect.Effect<ReadonlyMap<ZoneId, ReadonlyArray<Rrset>>>
  /** The RRsets at any of the names. */
  readonly rrsetsAt: (zone: ZoneId, names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyArray<Rrset>>
  /** The first RRsets strictly below a name, at most so many; how many types there are does not matter. */
  readonly rrsetsBelow: (zone: ZoneId, name: DnsName, atMost: number) => Effect.Effect<ReadonlyArray<Rrset>>

  /** The history, newest first, without the RRsets of each change. */
  readonly versions: (zone: ZoneId, page: PageRequest) => Effect.Effect<Page<ZoneVersion>>
  /** The changes after a serial, oldest first; none where the history does not reach back that far. */
  readonly changesAfter: (
    zone: ZoneId,
    serial: number
  ) => Effect.Effect<Option.Option<ReadonlyArray<ZoneChange>>>
}>()("@namewright/core/dns/ZoneStore") {}
