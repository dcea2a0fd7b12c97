import { Context, type Effect, type Option } from "effect"
import type { Instant } from "../shared/index.ts"
import type { RealmRecord } from "./RealmRecord.ts"

/** Storage port of what the realm keeps. Records that have expired may be found until they are removed. */
export class RealmRecordStore extends Context.Service<RealmRecordStore, {
  /** Writes a record, in place of the one with its id if there is one; that one's `consumed_on` and `created_on` stay. */
  readonly put: (record: RealmRecord) => Effect.Effect<void>
  readonly find: (record_id: string) => Effect.Effect<Option.Option<RealmRecord>>
  readonly findByUid: (model: string, uid: string) => Effect.Effect<Option.Option<RealmRecord>>
  readonly findByUserCode: (model: string, user_code: string) => Effect.Effect<Option.Option<RealmRecord>>
  /** The records of a model that are about a person and have not expired at `now`, the oldest first. */
  readonly listOfUser: (
    model: string,
    user_id: string,
    now: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<RealmRecord>>
  /** At most `atMost` records of a model that have expired at `now`, the earliest expiry first. */
  readonly listExpired: (
    model: string,
    now: Instant.Instant,
    atMost: number
  ) => Effect.Effect<ReadonlyArray<RealmRecord>>
  /** Marks a record as used; true if nobody has before. */
  readonly consume: (record_id: string, at: Instant.Instant) => Effect.Effect<boolean>
  /** Keeps a record until `at` at least. */
  readonly keepUntil: (record_id: string, at: Instant.Instant) => Effect.Effect<void>
  readonly remove: (record_id: string) => Effect.Effect<void>
  /** Removes what follows from a consent; the consent itself is a record of its own. */
  readonly removeByGrant: (grant_id: string) => Effect.Effect<void>
  /** Removes the records of these models that are about a person, but for one. */
  readonly removeOfUser: (
    models: ReadonlyArray<string>,
    user_id: string,
    except: string | null
  ) => Effect.Effect<void>
  /** Removes at most `atMost` records that have expired at `now`; answers how many. */
  readonly removeExpired: (now: Instant.Instant, atMost: number) => Effect.Effect<number>
}>()("@namewright/core/realm/RealmRecordStore") {}
