import type { OrganizationId } from "../shared/index.ts"
import type { EventData, EventId, EventObjectType, EventSubtype, EventType } from "./Event.ts"
import type { EventKind } from "./EventKind.ts"

/** Event to be recorded. */
export interface NewEvent {
  /** Default: a new id. */
  readonly event_id?: EventId | undefined
  readonly organization_id: OrganizationId
  readonly object_type: EventObjectType
  readonly object_id: string | null
  /** Domain name or hostname, by which the list can also be filtered. */
  readonly object_name: string | null
  readonly type: EventType | null
  readonly subtype: EventSubtype | null
  readonly event_data: Omit<EventData, "version">
  /** Kind in the change feed. Default: by object, type and subtype. */
  readonly kind?: EventKind | undefined
  /** False for a record of the change feed that is no event of REST lists and webhooks. Default true. */
  readonly is_listed?: boolean | undefined
  /** TLD under which the statistics of domains count the event. Default: they do not count it. */
  readonly counted_tld?: string | undefined
}
