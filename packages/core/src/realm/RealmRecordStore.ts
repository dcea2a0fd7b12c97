import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../shared/index.ts"
import type { RealmRecord } from "./RealmRecord.ts"

/** Storage port of the realm's records. Expired records can be returned until they are removed. */
export class RealmRecordStore extends Context.Service<RealmRecordStore, {
  /** Inserts or replaces a record. A replaced record keeps its `consumed_on` and `created_on`. */
  readonly put: (record: RealmRecord) => Effect.Effect<void>
  readonly find: (record_id: string) => Effect.Effect<Option.Option<RealmRecord>>
  readonly findByUid: (model: string, uid: string) => Effect.Effect<Option.Option<RealmRecord>>
  readonly findByUserCode: (model: string, user_code: string) => Effect.Effect<Option.Option<RealmRecord>>
  /** A person's records of a model that have not expired at `now`, oldest first. */
  readonly listOfUser: (
    model: string,
    user_id: string,
    now: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<RealmRecord>>
  /** At most `atMost` records of a model that have expired at `now`, earliest expiry first. */
  readonly listExpired: (
    model: string,
    now: Instant.Instant,
    atMost: number
  ) => Effect.Effect<ReadonlyArray<RealmRecord>>
  /** Marks a record as used. Returns true if it was unused. */
  readonly consume: (record_id: string, at: Instant.Instant) => Effect.Effect<boolean>
  /** Replaces the content of a record, if it exists. */
  readonly replacePayload: (record_id: string, payload: RealmRecord["payload"]) => Effect.Effect<void>
  /** Extends the expiry of a record to `at`, if it is earlier. */
  readonly keepUntil: (record_id: string, at: Instant.Instant) => Effect.Effect<void>
  readonly remove: (record_id: string) => Effect.Effect<void>
  /** Removes the records that belong to a consent, but not the consent. */
  readonly removeByGrant: (grant_id: string) => Effect.Effect<void>
  /** Removes a person's records of these models, except the record with the id `except`. */
  readonly removeOfUser: (
    models: ReadonlyArray<string>,
    user_id: string,
    except: string | null
  ) => Effect.Effect<void>
  /** Removes at most `atMost` records that have expired at `now`, and returns their number. */
  readonly removeExpired: (now: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/realm/RealmRecordStore") {}
