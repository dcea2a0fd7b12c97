import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../../shared/index.ts"
import type { ZoneId } from "../Zone.ts"
import type { ZoneKey, ZoneKeyId } from "./ZoneKey.ts"
import type { ZoneSigningProgress } from "./ZoneSigningState.ts"

/** Storage port of keys and of the signing progress of zones. Both are deleted with their zone. */
export class ZoneKeyStore extends Context.Service<ZoneKeyStore, {
  readonly insert: (key: ZoneKey) => Effect.Effect<void>
  /** The keys of several zones, the oldest first; zones without keys are absent. */
  readonly ofZones: (zones: ReadonlyArray<ZoneId>) => Effect.Effect<ReadonlyMap<ZoneId, ReadonlyArray<ZoneKey>>>
  /** Sets the keys of a zone that are to have a DS at the parent; all others are not. */
  readonly delegate: (zone: ZoneId, keys: ReadonlyArray<ZoneKeyId>) => Effect.Effect<void>
  readonly remove: (keys: ReadonlyArray<ZoneKeyId>) => Effect.Effect<void>

  readonly progress: (zone: ZoneId) => Effect.Effect<Option.Option<ZoneSigningProgress>>
  /** The progress of several zones; zones that were never signed are absent. */
  readonly progressOf: (
    zones: ReadonlyArray<ZoneId>
  ) => Effect.Effect<ReadonlyMap<ZoneId, ZoneSigningProgress>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lockProgress: (zone: ZoneId) => Effect.Effect<Option.Option<ZoneSigningProgress>>
  /** Inserts or updates the progress. */
  readonly saveProgress: (progress: ZoneSigningProgress) => Effect.Effect<void>
  /**
   * Signed zones whose signatures are due for renewal, at most `atMost`, the longest due first. They are due again at
   * `until`, unless they are renewed.
   */
  readonly leaseDueRenewals: (
    atMost: number,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<ZoneId>>
}>()("@namewright/core/dns/dnssec/ZoneKeyStore") {}
