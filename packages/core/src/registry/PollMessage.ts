import { Schema } from "effect"
import { DemandedClaim, DomainName, Instant, VerificationDeadline } from "../shared/index.ts"
import { DomainStatus, TransferSide, TransferStatus } from "./RegistryDomain.ts"
import { MaintenanceNotice } from "./RegistryMaintenance.ts"

/** Content of a poll message in the platform's model. Content without an equivalent is `Unknown`, with its text. */
export const PollPayload = Schema.Union([
  /** The decision on a create, update, transfer or restore that was accepted earlier (RFC 5730, section 2.9.2.3). */
  Schema.TaggedStruct("PendingDecided", {
    name: DomainName,
    accepted: Schema.Boolean,
    /** The decided command; null if the registry does not name it. */
    command_id: Schema.NullOr(Schema.String)
  }),
  Schema.TaggedStruct("TransferChanged", {
    name: DomainName,
    status: TransferStatus,
    side: TransferSide,
    acts_on: Schema.NullOr(Instant.Instant),
    expires_on: Schema.NullOr(Instant.Instant)
  }),
  Schema.TaggedStruct("Renewed", { name: DomainName, expires_on: Instant.Instant }),
  /** The registry removed the domain after its redemption and deletion periods. */
  Schema.TaggedStruct("Purged", { name: DomainName }),
  /** The registry changed the domain itself, for example with a hold or a lock (RFC 8590). */
  Schema.TaggedStruct("ChangedByRegistry", {
    name: DomainName,
    statuses: Schema.Array(DomainStatus),
    reason: Schema.String
  }),
  /** The registry requires verification of contact data. It names the domain, the contact's handle, or both. */
  Schema.TaggedStruct("VerificationRequired", {
    name: Schema.NullOr(DomainName),
    handle: Schema.NullOr(Schema.String),
    claims: Schema.Array(DemandedClaim),
    deadlines: Schema.Array(VerificationDeadline)
  }),
  /** The end of a required verification: completed, or refused for good. */
  Schema.TaggedStruct("VerificationDecided", {
    name: Schema.NullOr(DomainName),
    handle: Schema.NullOr(Schema.String),
    verified: Schema.Boolean
  }),
  /**
   * Announcement of a maintenance of the registry (RFC 9167, section 3.3). `end` is its end, `delete` its withdrawal.
   */
  Schema.TaggedStruct("MaintenanceAnnounced", {
    change: Schema.Literals(["create", "update", "delete", "courtesy", "end"]),
    maintenance: MaintenanceNotice
  }),
  Schema.TaggedStruct("Unknown", {})
])
export type PollPayload = typeof PollPayload.Type

/**
 * Facts about the message's object besides its name. Names are registered again and messages can be late, so a name
 * alone does not identify an object. Members are null if the registry does not state them.
 */
export const MessageObject = Schema.Struct({
  /** Repository object id (RFC 5730, section 2.8). */
  roid: Schema.NullOr(Schema.String),
  /** Creation of the object, by the registry's clock. */
  created_on: Schema.NullOr(Instant.Instant),
  /** Time of the reported change, by the registry's clock. The message may be queued later. */
  happened_on: Schema.NullOr(Instant.Instant)
})
export type MessageObject = typeof MessageObject.Type

/** An object of which the registry states only the name. */
export const nameOnly: MessageObject = { roid: null, created_on: null, happened_on: null }

/** A message of a registry's queue. */
export const PollMessage = Schema.Struct({
  message_id: Schema.String,
  /** By the registry's clock (`qDate`, RFC 5730, section 2.6); null if the registry states no time. */
  queued_on: Schema.NullOr(Instant.Instant),
  text: Schema.String,
  payload: PollPayload,
  object: MessageObject,
  /** The received message with masked secrets, for support. Null if the registry sends nothing besides the text. */
  raw: Schema.NullOr(Schema.String)
})
export type PollMessage = typeof PollMessage.Type
