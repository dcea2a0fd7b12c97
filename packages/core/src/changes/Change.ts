import type { ProductAction, ProductType } from "../billing/index.ts"
import {
  type EventData,
  type EventKind,
  eventKinds,
  type EventObjectType,
  type EventSubtype,
  type EventType
} from "../events/index.ts"
import type { Money, Principal } from "../shared/index.ts"

/** Kinds of changes that move money. */
export type ChargeKind =
  | "charge.captured"
  | "charge.refunded"
  | "charge.adjusted"
  | "payment.received"
  | "payment.returned"

export const chargeKinds: ReadonlyArray<ChargeKind> = [
  "charge.captured",
  "charge.refunded",
  "charge.adjusted",
  "payment.received",
  "payment.returned"
]

/** Kinds of changes that end a job of a batch without success. REST has no events for them. */
export type JobChangeKind = "job.failed" | "job.dead_letter"

export const jobChangeKinds: ReadonlyArray<JobChangeKind> = ["job.failed", "job.dead_letter"]

export type ChangeKind = ChargeKind | EventKind | JobChangeKind

/** Every kind of change. */
export const changeKinds: ReadonlyArray<ChangeKind> = [...chargeKinds, ...eventKinds, ...jobChangeKinds]

/** The object of a change. */
export interface ChangedObject {
  readonly type: EventObjectType
  /** Null where only the name is recorded, as in charges of domains. */
  readonly id: string | null
  /** A domain name or hostname. */
  readonly name: string | null
}

/** An amount of money that was taken or given back. Amounts are decimal text. */
export interface ChargeData {
  readonly billing_transaction_id: string
  /** Payer of the charge: the organization, or its parent. */
  readonly payer_id: string
  readonly product_type: ProductType
  /** Domain name, id of the product, or reference of a payment or adjustment. */
  readonly product_reference: string | null
  readonly action: ProductAction
  readonly currency: Money.Currency
  /**
   * Without tax. Of a refund the amount of its charge, without a sign; of a payment the amount received; of a returned one the
   * amount, below zero, or above it if a chargeback was won; of an adjustment
   * the charge, negative for a credit.
   */
  readonly net: string
  /** Percentage, `"19.00"`. */
  readonly tax_rate: string
  readonly tax: string
  readonly gross: string
}

/** Members of every event. */
export interface EventChangeData {
  readonly event_id: string
  readonly message: string
  /** Caller that caused the event: a user of the host, a user or API key of the platform, or the platform itself. */
  readonly actor: Principal
}

/** An event with the expiry that it is about. */
export interface ExpiryChangeData extends EventChangeData {
  readonly expires_on: string | null
}

/** An event about a failure. */
export interface FailureChangeData extends EventChangeData {
  readonly error: { readonly code: string; readonly detail: string } | null
}

/** An event without a kind of its own, as REST has it. */
export interface RecordedEventData extends FailureChangeData {
  readonly type: EventType | null
  readonly subtype: EventSubtype | null
  readonly details: EventDetails | null
}

/**
 * A job of a batch that has ended as `failed` or `dead_letter`. It may be retried, and then end again. `actor` is its
 * submitter.
 */
export interface JobChangeData extends EventChangeData {
  readonly job_id: string
  readonly batch_id: string
  /** The command as it was submitted, such as `domain_create`. */
  readonly command: string
  /** `code` is null for invalid input, whose problems are in the `error_details` of the job. */
  readonly error: { readonly class: string; readonly code: string | null; readonly detail: string }
}

/** Details of an event in their REST form. */
export type EventDetails = NonNullable<typeof EventData.Encoded["details"]>

/** Kinds of changes with the data `ExpiryChangeData`. */
export type ExpiryKind = "domain.renewed" | "domain.expires_soon" | "domain.expired"
/** Kinds of changes with the data `FailureChangeData`. */
export type FailureKind = Extract<EventKind, `${string}_failed`>

/** The data of a change, by its kind. */
export type ChangeData<K extends ChangeKind> = K extends ChargeKind ? ChargeData
  : K extends JobChangeKind ? JobChangeData
  : K extends ExpiryKind ? ExpiryChangeData
  : K extends FailureKind ? FailureChangeData
  : K extends "event.recorded" ? RecordedEventData
  : EventChangeData

/** A committed change of the installation, as plain values. `kind` decides the type of `data`. */
export type Change<K extends ChangeKind = ChangeKind> = K extends ChangeKind ? {
    /** Place in the order of all changes, from 1. */
    readonly position: number
    readonly kind: K
    readonly organization_id: string
    readonly object: ChangedObject
    /** Time of the change, as ISO text. */
    readonly created_on: string
    readonly data: ChangeData<K>
  }
  : never
