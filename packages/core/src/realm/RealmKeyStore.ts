import { Context, type Effect } from "effect"
import type { Environment, Instant } from "../shared/index.ts"
import type { RealmKey, RealmKeyPurpose } from "./RealmKey.ts"

/** Storage port of the realm's keys. */
export class RealmKeyStore extends Context.Service<RealmKeyStore, {
  /** Every key of the environment that is not retired at `now`, the youngest generation first. */
  readonly list: (environment: Environment, now: Instant.Instant) => Effect.Effect<ReadonlyArray<RealmKey>>
  /** Adds a key, unless another process has added one of its purpose and generation; true if it was added. */
  readonly insert: (key: RealmKey) => Effect.Effect<boolean>
  /** Decides when every older generation of a purpose retires, where that is not decided. */
  readonly retireBefore: (
    environment: Environment,
    purpose: RealmKeyPurpose,
    generation: number,
    at: Instant.Instant
  ) => Effect.Effect<void>
}>()("@namewright/core/realm/RealmKeyStore") {}
