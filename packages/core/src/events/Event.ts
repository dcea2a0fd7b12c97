import { Schema } from "effect"
import { DemandedClaim, Instant, TypeId, VerificationDeadline } from "../shared/index.ts"

export const EventId = TypeId.schema("event").pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type
export const newEventId = TypeId.generator("event", (text) => EventId.make(text))

export const EventObjectType = Schema.Literals([
  "DOMAIN",
  "CONTACT",
  "HOST",
  "ACCOUNT",
  "VANITY_NS_SET",
  "RAW",
  "UNKNOWN"
]).annotate({ identifier: "EventObjectType" })
export type EventObjectType = typeof EventObjectType.Type

export const EventType = Schema.Literals([
  "REGISTRATION",
  "RENEWAL",
  "MODIFICATION",
  "DELETION",
  "INBOUND_TRANSFER",
  "OUTBOUND_TRANSFER",
  "TRANSIT",
  "WITHDRAW",
  "VERIFICATION",
  "BALANCE",
  "VANITY_NS_PROVISION",
  "VANITY_NS_SUSPENSION",
  "VANITY_NS_RESTORATION",
  "VANITY_NS_TERMINATION",
  "AUTH_CODE_DISCLOSURE"
]).annotate({ identifier: "EventType" })
export type EventType = typeof EventType.Type

export const EventSubtype = Schema.Literals(["NOTIFICATION", "SUCCESS", "FAILURE", "CANCELED"])
  .annotate({ identifier: "EventSubtype" })
export type EventSubtype = typeof EventSubtype.Type

/** Result of a renewal. */
export const DomainRenewalDetails = Schema.Struct({
  detail_type: Schema.Literal("domain_renewal"),
  expires_on: Instant.Instant
}).annotate({ identifier: "DomainRenewalDetails" })

/** Verification that a registry requires: of whom, and its deadline. */
export const DomainVerificationDetails = Schema.Struct({
  detail_type: Schema.Literal("domain_verification"),
  domain_id: Schema.String,
  verification_deadlines: Schema.Array(VerificationDeadline),
  verification_claims: Schema.Array(DemandedClaim),
  registrants: Schema.Array(Schema.Struct({ contact_id: Schema.String, name: Schema.String, email: Schema.String }))
}).annotate({ identifier: "DomainVerificationDetails" })

/** V1 payload of an event; absent members are omitted. Source: REST specification, "Events". */
export const EventData = Schema.Struct({
  version: Schema.Literal("1.0"),
  message: Schema.String,
  error: Schema.optionalKey(Schema.Struct({ code: Schema.String, detail: Schema.String })),
  details: Schema.optionalKey(Schema.Union([DomainRenewalDetails, DomainVerificationDetails]))
}).annotate({ identifier: "EventData" })
export type EventData = typeof EventData.Type

/** Record of a change to one object. Events keep the order of writing; only the acknowledgement changes. */
export const Event = Schema.Struct({
  event_id: EventId,
  object_type: EventObjectType,
  object_id: Schema.NullOr(Schema.String),
  type: Schema.NullOr(EventType),
  subtype: Schema.NullOr(EventSubtype),
  event_data: EventData,
  created_on: Instant.Instant,
  acknowledged_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "Event" })
export type Event = typeof Event.Type

export const EventSortField = Schema.Literals(["object_id", "created_on"]).annotate({ identifier: "EventSortField" })
export type EventSortField = typeof EventSortField.Type

/** Filter of the list. Without `acknowledged`, both acknowledged and pending events match. */
export interface EventFilter {
  readonly object_type?: EventObjectType | undefined
  /** Id or name of an object. */
  readonly object_id?: string | undefined
  readonly type?: EventType | undefined
  readonly subtype?: EventSubtype | undefined
  readonly acknowledged?: boolean | undefined
}

/** Filter by object type and event type. An empty list matches all types. */
export interface EventKinds {
  readonly object_types: ReadonlyArray<EventObjectType>
  readonly event_types: ReadonlyArray<EventType>
  readonly event_subtypes: ReadonlyArray<EventSubtype>
}
