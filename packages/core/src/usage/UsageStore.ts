import { Context, type Effect } from "effect"
import type { Day, Instant, OrganizationId } from "../shared/index.ts"
import type { UsageGroup, UsageProduct, UsageQuantities } from "./Usage.ts"

/** Key of a record, with the text by which a repetition is recognised. */
export interface UsageKey {
  readonly usage_key: string
  readonly contents: string
}

/** Usage of one account, product and model in one hour. */
export interface UsageHour extends UsageQuantities {
  /** Organization whose reports count it. */
  readonly account_id: OrganizationId
  readonly product: UsageProduct
  /** Hour in UTC: `YYYY-MM-DDTHH`. */
  readonly hour: string
  readonly model: string
}

/** Counted part of the usage of an account. Both days belong to it. */
export interface UsageRange {
  readonly account_id: OrganizationId
  readonly product: UsageProduct
  readonly first: Day
  readonly last: Day
}

/** Storage port of hourly usage, and of the keys of the records that it counts. */
export class UsageStore extends Context.Service<UsageStore, {
  /**
   * Stores keys that do not exist, and returns these. Waits for concurrent transactions that store the same keys. Runs in
   * the caller's transaction.
   */
  readonly claim: (keys: ReadonlyArray<UsageKey>, at: Instant.Instant) => Effect.Effect<ReadonlySet<string>>
  /** Contents by key. */
  readonly contents: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
  /** Adds to the hours. Runs in the caller's transaction; each hour occurs once. */
  readonly add: (hours: ReadonlyArray<UsageHour>) => Effect.Effect<void>
  /** Usage by day and model, in this order. Days without usage are absent. */
  readonly days: (range: UsageRange) => Effect.Effect<ReadonlyArray<UsageGroup & { readonly day: Day }>>
  /** Usage by model, in its order. */
  readonly total: (range: UsageRange) => Effect.Effect<ReadonlyArray<UsageGroup>>
  /** Removes at most this many keys that were stored before a time, the oldest first; returns their number. */
  readonly removeKeys: (before: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/usage/UsageStore") {}
