import { Effect, Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inPath,
  type InputOf,
  type JsonOf,
  listCalls,
  listForm,
  type ListRequest,
  OrganizationId,
  type Page,
  searchText
} from "../shared/index.ts"
import { Event, EventId, EventObjectType, EventSortField, EventSubtype, EventType } from "./Event.ts"
import { Events } from "./Events.ts"

/** Parameters of the list of events, without `acknowledged`, which REST encodes in another way. */
export const eventList = listForm({
  sort: { field: EventSortField, standard: { by: "created_on", order: "desc" } },
  filter: {
    object_type: Schema.optionalKey(EventObjectType),
    object_id: Schema.optionalKey(searchText),
    type: Schema.optionalKey(EventType),
    subtype: Schema.optionalKey(EventSubtype)
  }
})

const eventFilter = {
  ...eventList.filter,
  /** Default `false`: events that wait for an acknowledgement. */
  acknowledged: Schema.Union([Schema.Boolean, Schema.Literal("any")]).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false))
  ),
  /** A suborganization. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}

export interface EventJson extends JsonOf<typeof Event> {}
export interface EventFilterInput extends InputOf<Schema.Struct<typeof eventFilter>> {}

/** Events about domains, contacts, hosts and the account. */
export interface EventCalls {
  /**
   * Returns one page of events that wait for an acknowledgement, newest first, unless the request says otherwise.
   *
   * Rights: `events:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items } = await caller.events.page({ filter: { object_type: "DOMAIN", acknowledged: "any" } })
   */
  readonly page: (
    request?: ListRequest<EventFilterInput, EventSortField>,
    options?: CallOptions
  ) => Promise<Page<EventJson>>
  /**
   * Iterates over all events that match a filter. Events that are acknowledged meanwhile leave the default list; the
   * iteration continues behind them.
   *
   * Rights: `events:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const event of caller.events.all()) await caller.events.acknowledge(event.event_id)
   */
  readonly all: (filter?: EventFilterInput, options?: AllOptions<EventSortField>) => AsyncIterable<EventJson>
  /**
   * Returns an event.
   *
   * Rights: `events:read`.
   *
   * @throws ERROR_EVENT_NOT_FOUND
   *
   * @example
   * const { event_data } = await caller.events.get(event_id)
   */
  readonly get: (event_id: string, options?: CallOptions) => Promise<EventJson>
  /**
   * Acknowledges an event. A repeated acknowledgement changes nothing.
   *
   * Rights: `events:manage`.
   *
   * @throws ERROR_EVENT_NOT_FOUND
   *
   * @example
   * await caller.events.acknowledge(event_id)
   */
  readonly acknowledge: (event_id: string, options?: CallOptions) => Promise<void>
}

const byId = inPath("event_id", EventId)

export const eventCalls = {
  ...listCalls(
    [],
    { ...eventList, filter: eventFilter },
    Event,
    "event_id",
    ({ filter: { acknowledged, organization_id, ...filter }, page, sort }) =>
      Events.use((events) =>
        events.list(
          { ...filter, acknowledged: acknowledged === "any" ? undefined : acknowledged },
          sort,
          page,
          organization_id
        )
      )
  ),
  get: call([byId], Event, (id) => Events.use((events) => events.get(id))),
  acknowledge: call([byId], Schema.Void, (id) => Events.use((events) => events.acknowledge(id)))
} satisfies CallsFor<EventCalls>
