import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../../shared/index.ts"
import type { ZoneId } from "../Zone.ts"
import type { ZoneKey, ZoneKeyId } from "./ZoneKey.ts"
import type { ZoneSigningProgress } from "./ZoneSigningState.ts"

/** Storage port of keys, and of how far zones are with them. Both go with their zone. */
export class ZoneKeyStore extends Context.Service<ZoneKeyStore, {
  readonly insert: (key: ZoneKey) => Effect.Effect<void>
  /** The keys of several zones, the oldest first; zones without keys are absent. */
  readonly ofZones: (zones: ReadonlyArray<ZoneId>) => Effect.Effect<ReadonlyMap<ZoneId, ReadonlyArray<ZoneKey>>>
  /** Sets which keys of a zone are to have a DS at the parent; the others are not. */
  readonly delegate: (zone: ZoneId, keys: ReadonlyArray<ZoneKeyId>) => Effect.Effect<void>
  readonly remove: (keys: ReadonlyArray<ZoneKeyId>) => Effect.Effect<void>

  readonly progress: (zone: ZoneId) => Effect.Effect<Option.Option<ZoneSigningProgress>>
  /** The progress of several zones; zones that were never signed are absent. */
  readonly progressOf: (
    zones: ReadonlyArray<ZoneId>
  ) => Effect.Effect<ReadonlyMap<ZoneId, ZoneSigningProgress>>
  /** Finds and locks the row to the end of the transaction. */
  readonly lockProgress: (zone: ZoneId) => Effect.Effect<Option.Option<ZoneSigningProgress>>
  /** Writes every member, whether there was a row or not. */
  readonly saveProgress: (progress: ZoneSigningProgress) => Effect.Effect<void>
  /** Signed zones whose signatures are to be made anew, the longest waiting first. */
  readonly dueForRenewal: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<ZoneId>>
}>()("@namewright/core/dns/dnssec/ZoneKeyStore") {}
