import type { EventObjectType, EventSubtype, EventType } from "./Event.ts"

/** Kinds of domain events by type and subtype, for the change feed. */
const domainKinds = {
  REGISTRATION: {
    SUCCESS: "domain.registered",
    FAILURE: "domain.registration_failed",
    NOTIFICATION: "domain.registration_pending"
  },
  RENEWAL: {
    SUCCESS: "domain.renewed",
    FAILURE: "domain.renewal_failed",
    NOTIFICATION: "domain.expires_soon"
  },
  MODIFICATION: { SUCCESS: "domain.updated", FAILURE: "domain.update_failed" },
  DELETION: {
    SUCCESS: "domain.purged",
    FAILURE: "domain.deletion_failed",
    NOTIFICATION: "domain.redemption",
    CANCELED: "domain.restored"
  },
  INBOUND_TRANSFER: {
    SUCCESS: "domain.transferred_in",
    FAILURE: "domain.transfer_in_failed",
    NOTIFICATION: "domain.transfer_in_requested",
    CANCELED: "domain.transfer_in_canceled"
  },
  OUTBOUND_TRANSFER: {
    SUCCESS: "domain.transferred_out",
    FAILURE: "domain.transfer_out_failed",
    NOTIFICATION: "domain.transfer_out_requested",
    CANCELED: "domain.transfer_out_canceled"
  }
} as const satisfies Partial<Record<EventType, Partial<Record<EventSubtype, string>>>>

/** Kinds of events about documents of the billing. */
const invoiceKinds = ["invoice.issued", "invoice.paid", "credit_note.issued", "receipt.issued"] as const

type KindsOf<T> = { [K in keyof T]: T[K][keyof T[K]] }[keyof T]

/**
 * Kind of an event in the change feed. `domain.attempt_failed` is a failure of an attempt of a job, which may be attempted
 * again and has a change of its own when it ends. `event.recorded` is every event without a kind of its own.
 */
export type EventKind =
  | KindsOf<typeof domainKinds>
  | (typeof invoiceKinds)[number]
  | "reconciliation.difference_found"
  | "domain.attempt_failed"
  | "domain.expired"
  | "domain.restore_failed"
  | "event.recorded"

/** Every kind of event. */
export const eventKinds: ReadonlyArray<EventKind> = [
  ...Object.values(domainKinds).flatMap((kinds): ReadonlyArray<EventKind> => Object.values(kinds)),
  "domain.attempt_failed",
  "domain.expired",
  "domain.restore_failed",
  ...invoiceKinds,
  "reconciliation.difference_found",
  "event.recorded"
]

const kindsByType: Partial<Record<EventType, Partial<Record<EventSubtype, EventKind>>>> = domainKinds

/** Kind of an event by its object, type and subtype. */
export const eventKindOf = ({ object_type, subtype, type }: {
  readonly object_type: EventObjectType
  readonly type: EventType | null
  readonly subtype: EventSubtype | null
}): EventKind =>
  (object_type === "DOMAIN" && type !== null && subtype !== null ? kindsByType[type]?.[subtype] : undefined)
    ?? "event.recorded"
