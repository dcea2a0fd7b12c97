import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId, Page, PageRequest, Principal, Sort } from "../shared/index.ts"
import type { Event, EventFilter, EventId, EventKinds, EventSortField } from "./Event.ts"
import type { EventKind } from "./EventKind.ts"

/** Members of an event's row that events do not show. */
export interface EventRecord {
  readonly object_name: string | null
  readonly kind: EventKind
  /** Events that are not listed are part of the change feed only: the other methods do not find them. */
  readonly is_listed: boolean
  /** TLD under which the statistics of domains count the event; null if they do not. */
  readonly counted_tld: string | null
  /** The principal whose call led to the event. */
  readonly principal: Principal
}

/** Storage port. Only failures a caller can act on are typed; driver failures are defects. */
export class EventStore extends Context.Service<EventStore, {
  /** Stores an event and, if it is counted, increases the counters of its day (`DomainStatisticsStore`). */
  readonly insert: (
    organization: OrganizationId,
    event: Event,
    record: EventRecord
  ) => Effect.Effect<void>
  /** Owner of an event, of any organization. */
  readonly ownerOf: (id: EventId) => Effect.Effect<Option.Option<OrganizationId>>
  readonly find: (organization: OrganizationId, id: EventId) => Effect.Effect<Option.Option<Event>>
  /** True if any organization has the event, listed or not. */
  readonly isRecorded: (id: EventId) => Effect.Effect<boolean>
  /** Name of the object of an event; none without an event of this id, or without a name. */
  readonly nameOf: (id: EventId) => Effect.Effect<Option.Option<string>>
  readonly list: (
    organization: OrganizationId,
    filter: EventFilter,
    sort: Sort<EventSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Event>>
  /** At most `atMost` events of a time range, the oldest first. */
  readonly listBetween: (
    organization: OrganizationId,
    kinds: EventKinds,
    range: { readonly since: Instant.Instant; readonly until: Instant.Instant },
    atMost: number
  ) => Effect.Effect<ReadonlyArray<Event>>
  /** Removes events acknowledged before a time, and pending ones created before a time. Returns their number. */
  readonly removeBefore: (
    before: { readonly acknowledged: Instant.Instant; readonly pending: Instant.Instant },
    atMost: number
  ) => Effect.Effect<number>
  /** Sets the time of acknowledgement if there is none. True if the organization has the event. */
  readonly acknowledge: (
    organization: OrganizationId,
    id: EventId,
    at: Instant.Instant
  ) => Effect.Effect<boolean>
}>()("@namewright/core/events/EventStore") {}
