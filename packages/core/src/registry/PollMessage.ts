import { Schema } from "effect"
import { DomainName, Instant } from "../shared/index.ts"
import { DomainStatus, TransferSide, TransferStatus } from "./RegistryDomain.ts"
import { MaintenanceNotice } from "./RegistryMaintenance.ts"

/** What of a contact a registry wants verified. Source: REST specification, "Domain", `verification_required`. */
export const VerificationClaim = Schema.Literals(["name", "address", "email", "phone"])
export type VerificationClaim = typeof VerificationClaim.Type

/** What the registry does to the domain, and when, unless the verification comes first. */
export const VerificationDeadline = Schema.Struct({
  type: Schema.Literals(["dedelegation", "deletion"]),
  date: Instant.Instant
})
export type VerificationDeadline = typeof VerificationDeadline.Type

/** What a registry tells by itself, in the words of the platform. What maps to nothing is `unknown` with its text. */
export const PollPayload = Schema.Union([
  /** A create, update, transfer or restore that was accepted earlier is decided now (RFC 5730, section 2.9.2.3). */
  Schema.TaggedStruct("PendingDecided", {
    name: DomainName,
    accepted: Schema.Boolean,
    /** The command it answers; null where the registry does not say. */
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
  /** The name left the registry: its redemption and deletion periods are over. */
  Schema.TaggedStruct("Purged", { name: DomainName }),
  /** The registry changed the domain itself: a hold, a lock (RFC 8590). */
  Schema.TaggedStruct("ChangedByRegistry", {
    name: DomainName,
    statuses: Schema.Array(DomainStatus),
    reason: Schema.String
  }),
  /** The registry wants claims about a contact verified; it names the domain, the contact's handle, or both. */
  Schema.TaggedStruct("VerificationRequired", {
    name: Schema.NullOr(DomainName),
    handle: Schema.NullOr(Schema.String),
    claims: Schema.Array(VerificationClaim),
    deadlines: Schema.Array(VerificationDeadline)
  }),
  /** The end of such a demand: met, or refused for good. */
  Schema.TaggedStruct("VerificationDecided", {
    name: Schema.NullOr(DomainName),
    handle: Schema.NullOr(Schema.String),
    verified: Schema.Boolean
  }),
  /** News of a maintenance of the registry (RFC 9167, section 3.3). `end` is its end, `delete` its withdrawal. */
  Schema.TaggedStruct("MaintenanceAnnounced", {
    change: Schema.Literals(["create", "update", "delete", "courtesy", "end"]),
    maintenance: MaintenanceNotice
  }),
  Schema.TaggedStruct("Unknown", {})
])
export type PollPayload = typeof PollPayload.Type

/**
 * What a message says about its object besides the name. Names are registered again and messages can be late, so a name
 * alone does not identify the object. Everything is null that the registry does not state.
 */
export const MessageObject = Schema.Struct({
  /** Repository object id (RFC 5730, section 2.8). */
  roid: Schema.NullOr(Schema.String),
  /** When the object was created, by the registry's clock. */
  created_on: Schema.NullOr(Instant.Instant),
  /** When the reported change happened, by the registry's clock; it may be queued later. */
  happened_on: Schema.NullOr(Instant.Instant)
})
export type MessageObject = typeof MessageObject.Type

/** An object of which the registry states the name only. */
export const nameOnly: MessageObject = { roid: null, created_on: null, happened_on: null }

/** A message of a registry's queue, oldest first. */
export const PollMessage = Schema.Struct({
  message_id: Schema.String,
  /** By the registry's clock (`qDate`, RFC 5730, section 2.6); null where the registry states no time. */
  queued_on: Schema.NullOr(Instant.Instant),
  text: Schema.String,
  payload: PollPayload,
  object: MessageObject,
  /** The message as it came, with secrets masked, for support; null where the registry sends nothing beside the text. */
  raw: Schema.NullOr(Schema.String)
})
export type PollMessage = typeof PollMessage.Type
