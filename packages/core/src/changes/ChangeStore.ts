import { Context, type Effect, type Option, Schema } from "effect"
import type { BillingTransactionId, ProductAction, ProductType, TaxRate } from "../billing/index.ts"
import type { EventData, EventId, EventKind, EventObjectType, EventSubtype, EventType } from "../events/index.ts"
import type { ProcessId } from "../processes/index.ts"
import type { Instant, Money, OrganizationId, Principal } from "../shared/index.ts"
import type { ChangeKind, ChargeKind, JobChangeKind } from "./Change.ts"

/** A ledger entry of the feed, with its transaction. */
export interface ChargeChange {
  readonly _tag: "Charge"
  readonly position: number
  readonly kind: ChargeKind
  readonly organization_id: OrganizationId
  readonly payer_id: OrganizationId
  readonly created_on: Instant.Instant
  readonly billing_transaction_id: BillingTransactionId
  readonly product_type: ProductType
  readonly product_reference: string | null
  readonly action: ProductAction
  readonly currency: Money.Currency
  readonly price: Money.MinorUnits
  readonly tax_rate: TaxRate
  readonly tax_amount: Money.MinorUnits
  readonly amount: Money.MinorUnits
}

/** Members of an event of the feed, whether it is listed or not. */
interface RecordedChange {
  readonly position: number
  readonly organization_id: OrganizationId
  readonly object_type: EventObjectType
  readonly object_id: string | null
  readonly object_name: string | null
  readonly created_on: Instant.Instant
  readonly event_id: EventId
  readonly principal: Principal
}

/** An event of the feed. */
export interface EventChange extends RecordedChange {
  readonly _tag: "Event"
  readonly kind: EventKind
  readonly type: EventType | null
  readonly subtype: EventSubtype | null
  readonly event_data: EventData
}

/** Data of a failed job, in the column of the data of events. */
export const JobFailureData = Schema.Struct({
  message: Schema.String,
  job_id: Schema.String,
  batch_id: Schema.String,
  command: Schema.String,
  error: Schema.Struct({ class: Schema.String, code: Schema.NullOr(Schema.String), detail: Schema.String })
})
export type JobFailureData = typeof JobFailureData.Type

/** A failed job of the feed: an event that is not listed. */
export interface JobChange extends RecordedChange {
  readonly _tag: "Job"
  readonly kind: JobChangeKind
  readonly event_data: JobFailureData
}

export type StoredChange = ChargeChange | EventChange | JobChange

/** The ends of the feed. */
export interface ChangeRange {
  /** Highest position that is assigned. */
  readonly last: number
  /** Highest position among the removed changes; 0 if none was removed. */
  readonly removed_through: number
  /** True if committed changes have no position yet. */
  readonly has_waiting: boolean
}

/** A range of positions: after the first, up to the second one. */
export interface PositionRange {
  readonly after: number
  readonly through: number
}

/** The lease of a consumer by one run of it. */
export interface ConsumerLease {
  readonly name: string
  /** Id of the run. */
  readonly run_id: string
}

/**
 * Storage port of the change feed: positions of events and ledger entries, and consumers. Positions are consecutive, and
 * are assigned to committed changes only, so that an open transaction leaves no gap.
 */
export class ChangeStore extends Context.Service<ChangeStore, {
  /**
   * Assigns positions to at most `limit` committed changes in the order in which they were written; the number of them.
   * Waits for other callers. Needs a transaction.
   */
  readonly sequence: (limit: number) => Effect.Effect<number>
  readonly range: Effect.Effect<ChangeRange>
  /** The first `limit` changes of a range of positions, of some kinds or of all, by position. */
  readonly list: (
    range: PositionRange,
    kinds: ReadonlyArray<ChangeKind> | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<StoredChange>>
  /**
   * Leases a consumer to a run in a process and returns its cursor. None while a run in another living process, or another
   * run in this one, has it. A new consumer begins after the removed changes.
   */
  readonly acquire: (lease: ConsumerLease, process_id: ProcessId) => Effect.Effect<Option.Option<number>>
  /** Stores the cursor; false if the run does not have the lease any more. */
  readonly advance: (lease: ConsumerLease, position: number, at: Instant.Instant) => Effect.Effect<boolean>
  /** True while the run has the lease. */
  readonly holds: (lease: ConsumerLease) => Effect.Effect<boolean>
  /** Ends the lease, if the run has it. */
  readonly release: (lease: ConsumerLease) => Effect.Effect<void>
  /** The cursor of a consumer; none if there is no consumer of this name. */
  readonly cursor: (name: string) => Effect.Effect<Option.Option<number>>
  /** Sets the cursor of a new or existing consumer, and ends its lease. */
  readonly move: (name: string, position: number, at: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/changes/ChangeStore") {}
