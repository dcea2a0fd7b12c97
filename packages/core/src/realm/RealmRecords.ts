import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import {
  ApiKeyStore,
  ProgramConsents,
  RecentCallers,
  SealedSecrets,
  SecretHash,
  UserId,
  UserStore
} from "../access/index.ts"
import { Instant, PlatformSettings, Timetable, Transaction } from "../shared/index.ts"
import type { RealmRecord } from "./RealmRecord.ts"
import { RealmRecordStore } from "./RealmRecordStore.ts"

/** Content of a record: JSON values by name. */
export type RealmPayload = Readonly<Record<string, unknown>>

/** Content of a record, with the times of its creation and first use. */
export interface StoredPayload {
  readonly payload: RealmPayload
  readonly created_on: Instant.Instant
  readonly consumed_on: Instant.Instant | null
}

/** References of a record, by which it is found or removed. */
export interface RealmReferences {
  readonly grant_id?: string | undefined
  readonly user_code?: string | undefined
  readonly uid?: string | undefined
  readonly user_id?: string | undefined
}

const removalBatch = 1_000

const isUserId = Schema.is(UserId)

/**
 * Records of this environment's realm, by the ids of clients and browsers. Models have the names of the protocol
 * library, which defines their content.
 */
export class RealmRecords extends Context.Service<RealmRecords, {
  /** Stores a record that expires in `seconds`. */
  readonly put: (
    model: string,
    id: string,
    payload: RealmPayload,
    seconds: number,
    references?: RealmReferences
  ) => Effect.Effect<void>
  readonly find: (model: string, id: string) => Effect.Effect<Option.Option<StoredPayload>>
  readonly findByUid: (model: string, uid: string) => Effect.Effect<Option.Option<StoredPayload>>
  readonly findByUserCode: (model: string, user_code: string) => Effect.Effect<Option.Option<StoredPayload>>
  /** True if the record exists. Its content is not unsealed. */
  readonly exists: (model: string, id: string) => Effect.Effect<boolean>
  readonly listOfUser: (model: string, user_id: string) => Effect.Effect<ReadonlyArray<StoredPayload>>
  /** Marks a record as used. Returns true for exactly one of several concurrent calls. */
  readonly consume: (model: string, id: string) => Effect.Effect<boolean>
  /** Replaces the content of a record, if it exists. Its expiry and references stay. */
  readonly replace: (model: string, id: string, payload: RealmPayload) => Effect.Effect<void>
  /** Extends the expiry of a record to `seconds` from now, if it is earlier. */
  readonly keep: (model: string, id: string, seconds: number) => Effect.Effect<void>
  readonly remove: (model: string, id: string) => Effect.Effect<void>
  /** Removes the record of a person with this second id. */
  readonly removeByUid: (model: string, uid: string, user_id: string) => Effect.Effect<void>
  /**
   * Removes a consent, its codes and tokens, and revokes the API keys that its program created for the person, in one
   * transaction.
   */
  readonly removeGrant: (id: string) => Effect.Effect<void>
  /** Removes the codes and tokens of a consent, but not the consent. */
  readonly removeByGrant: (id: string) => Effect.Effect<void>
  /** Removes a person's records of these models, except the record of the first model with the id `exceptId`. */
  readonly removeOfUser: (
    models: readonly [string, ...ReadonlyArray<string>],
    user_id: string,
    exceptId?: string | undefined
  ) => Effect.Effect<void>
  /** Removes a bounded number of expired records. Returns true if more may remain. */
  readonly removeExpired: Effect.Effect<boolean>
}>()("@namewright/core/realm/RealmRecords") {
  static readonly layer = Layer.effect(
    RealmRecords,
    Effect.gen(function*() {
      const store = yield* RealmRecordStore
      const secrets = yield* SealedSecrets
      const keys = yield* ApiKeyStore
      const users = yield* UserStore
      const recent = yield* RecentCallers
      const transaction = yield* Transaction
      const timetable = yield* Timetable
      const { environment } = yield* PlatformSettings

      /** Hash of a record id. It includes the environment, so that the same id is a different record in each. */
      const hash = (model: string, id: string) => SecretHash.hashOf(Redacted.make(`${environment} ${model} ${id}`))
      const hashOrNull = (model: string, id: string | undefined) =>
        id === undefined ? Effect.succeed(null) : hash(model, id)

      const read = Effect.fnUntraced(function*({ consumed_on, created_on, payload, record_id }: RealmRecord) {
        const text = yield* secrets.open(payload, record_id)
        return { payload: yield* Effect.orDie(decodePayload(Redacted.value(text))), created_on, consumed_on }
      })

      /** Filters out expired records that are not removed yet. */
      const current = Effect.fnUntraced(function*(found: Option.Option<RealmRecord>) {
        const now = yield* Instant.now
        return Option.filter(found, ({ expires_on }) => !Instant.hasPassed(expires_on, now))
      })

      const readCurrent = (found: Effect.Effect<Option.Option<RealmRecord>>) =>
        Effect.flatMap(
          Effect.flatMap(found, current),
          Option.match({
            onNone: () => Effect.succeedNone,
            onSome: (record) => Effect.asSome(read(record))
          })
        )

      /**
       * Ends a consent under the lock of its person. A key that is created concurrently is either revoked here or
       * refused.
       */
      const endGrant = (record_id: string) =>
        transaction.atomically(Effect.gen(function*() {
          const found = Option.getOrUndefined(yield* store.find(record_id))
          if (isUserId(found?.user_id)) yield* users.lock(found.user_id)
          // The consent is removed first, so that a token that is issued concurrently finds no consent.
          yield* store.remove(record_id)
          yield* store.removeByGrant(record_id)
          if (found !== undefined) yield* revokeKeys(found)
        }))

      const revokeKeys = Effect.fnUntraced(function*(grant: RealmRecord) {
        const { clientId } = (yield* read(grant)).payload
        if (grant.user_id === null || typeof clientId !== "string") return
        yield* keys.revokeOfAgent(grant.user_id, clientId, yield* Instant.now)
        yield* recent.forget
      })

      const removeExpired = Effect.gen(function*() {
        const now = yield* Instant.now
        const grants = yield* store.listExpired("Grant", now, removalBatch)
        yield* Effect.forEach(grants, ({ record_id }) => endGrant(record_id), { discard: true })
        const removed = yield* store.removeExpired(now, removalBatch)
        return grants.length === removalBatch || removed === removalBatch
      })
      yield* timetable.add({ name: "realm.records", every: "10 minutes", run: removeExpired })

      return RealmRecords.of({
        put: Effect.fnUntraced(function*(model, id, payload, seconds, { grant_id, uid, user_code, user_id } = {}) {
          const record_id = yield* hash(model, id)
          yield* store.put({
            record_id,
            model,
            payload: yield* secrets.seal(encodePayload(payload), record_id),
            grant_id: yield* hashOrNull("Grant", grant_id),
            user_code: yield* hashOrNull(model, user_code),
            uid: yield* hashOrNull(model, uid),
            user_id: user_id ?? null,
            created_on: yield* Instant.now,
            expires_on: yield* after(seconds),
            consumed_on: null
          })
        }),

        find: (model, id) => readCurrent(Effect.flatMap(hash(model, id), store.find)),
        findByUid: (model, uid) => readCurrent(Effect.flatMap(hash(model, uid), (it) => store.findByUid(model, it))),
        findByUserCode: (model, user_code) =>
          readCurrent(Effect.flatMap(hash(model, user_code), (it) => store.findByUserCode(model, it))),
        exists: Effect.fnUntraced(function*(model, id) {
          return Option.isSome(yield* current(yield* store.find(yield* hash(model, id))))
        }),
        listOfUser: Effect.fnUntraced(function*(model, user_id) {
          return yield* Effect.forEach(yield* store.listOfUser(model, user_id, yield* Instant.now), read)
        }),

        consume: Effect.fnUntraced(function*(model, id) {
          return yield* store.consume(yield* hash(model, id), yield* Instant.now)
        }),
        replace: Effect.fnUntraced(function*(model, id, payload) {
          const record_id = yield* hash(model, id)
          yield* store.replacePayload(record_id, yield* secrets.seal(encodePayload(payload), record_id))
        }),
        keep: Effect.fnUntraced(function*(model, id, seconds) {
          yield* store.keepUntil(yield* hash(model, id), yield* after(seconds))
        }),

        remove: (model, id) => Effect.flatMap(hash(model, id), store.remove),
        removeByUid: Effect.fnUntraced(function*(model, uid, user_id) {
          const found = yield* store.findByUid(model, yield* hash(model, uid))
          if (Option.isSome(found) && found.value.user_id === user_id) yield* store.remove(found.value.record_id)
        }),
        removeGrant: Effect.fnUntraced(function*(id) {
          yield* endGrant(yield* hash("Grant", id))
        }),
        removeByGrant: (id) => Effect.flatMap(hash("Grant", id), store.removeByGrant),
        removeOfUser: Effect.fnUntraced(function*(models, user_id, exceptId) {
          yield* store.removeOfUser(models, user_id, yield* hashOrNull(models[0], exceptId))
        }),
        removeExpired
      })
    })
  )

  /** Checks whether consents of this realm exist. */
  static readonly layerConsents = Layer.effect(
    ProgramConsents,
    Effect.map(RealmRecords, ({ exists }) => ProgramConsents.of({ exists: (grant_id) => exists("Grant", grant_id) }))
  )
}

const after = (seconds: number) => Effect.map(Instant.now, (now) => DateTime.add(now, { seconds }))

const encodePayload = (payload: RealmPayload) => Redacted.make(JSON.stringify(payload))

const decodePayload = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
