import { assert, layer } from "@effect/vitest"
import { type RealmRecord, RealmRecordStore } from "@namewright/core/realm"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

const start = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const after = (minutes: number): Instant.Instant => DateTime.add(start, { minutes })

const record = (record_id: string, members: Partial<RealmRecord> = {}): RealmRecord => ({
  record_id,
  model: "RefreshToken",
  payload: `plain.{"of":"${record_id}"}`,
  grant_id: null,
  user_code: null,
  uid: null,
  user_id: null,
  created_on: start,
  expires_on: after(10),
  consumed_on: null,
  ...members
})

const ids = (records: ReadonlyArray<RealmRecord>) => records.map(({ record_id }) => record_id)

const idOf = (found: Option.Option<RealmRecord>) => Option.getOrNull(found)?.record_id

/** The promises every storage adapter keeps for the records of the realm. */
export const realmRecordStoreContract = <E>(name: string, storage: Layer.Layer<RealmRecordStore, E>) => {
  layer(storage)(`RealmRecordStore (${name})`, (it) => {
    it.effect("returns stored records, and replaces them", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        const first = record("put", { grant_id: "g", uid: "u", user_code: "c", user_id: "p" })
        yield* store.put(first)
        assert.deepStrictEqual(yield* store.find("put"), Option.some(first))
        yield* store.consume("put", after(1))
        yield* store.put(record("put", { payload: "plain.{}", created_on: after(5), expires_on: after(20) }))
        const changed = { ...record("put"), payload: "plain.{}", expires_on: after(20), consumed_on: after(1) }
        assert.deepStrictEqual(yield* store.find("put"), Option.some(changed))
        yield* store.remove("put")
        assert.deepStrictEqual(yield* store.find("put"), Option.none())
      }))

    it.effect("finds by the second id and by the code of one model", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        yield* store.put(record("session", { model: "Session", uid: "second" }))
        yield* store.put(record("device", { model: "DeviceCode", user_code: "typed" }))
        assert.strictEqual(idOf(yield* store.findByUid("Session", "second")), "session")
        assert.strictEqual(idOf(yield* store.findByUid("DeviceCode", "second")), undefined)
        assert.strictEqual(idOf(yield* store.findByUserCode("DeviceCode", "typed")), "device")
        assert.strictEqual(idOf(yield* store.findByUserCode("Session", "typed")), undefined)
      }))

    it.effect("lets one of many consume", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        yield* store.put(record("once"))
        const won = yield* Effect.forEach(
          Array.from({ length: 20 }),
          () => store.consume("once", after(1)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(won.filter((first) => first).length, 1)
        assert.isFalse(yield* store.consume("nobody", after(1)))
      }))

    it.effect("keeps longer, and never shorter", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        yield* store.put(record("kept"))
        yield* store.keepUntil("kept", after(5))
        assert.deepStrictEqual(yield* store.find("kept"), Option.some(record("kept")))
        yield* store.keepUntil("kept", after(30))
        assert.deepStrictEqual(yield* store.find("kept"), Option.some(record("kept", { expires_on: after(30) })))
      }))

    it.effect("replaces the content of a record that exists", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        yield* store.put(record("rewritten"))
        yield* store.replacePayload("rewritten", "another")
        assert.deepStrictEqual(
          yield* store.find("rewritten"),
          Option.some(record("rewritten", { payload: "another" }))
        )
        yield* store.remove("rewritten")
        yield* store.replacePayload("rewritten", "a third")
        assert.deepStrictEqual(yield* store.find("rewritten"), Option.none())
      }))

    it.effect("removes what follows from a consent", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        yield* Effect.forEach(["a", "b"], (id) => store.put(record(`of-${id}`, { grant_id: "consent" })))
        yield* store.put(record("other", { grant_id: "another" }))
        yield* store.removeByGrant("consent")
        assert.deepStrictEqual(yield* store.find("of-a"), Option.none())
        assert.deepStrictEqual(yield* store.find("of-b"), Option.none())
        assert.strictEqual(idOf(yield* store.find("other")), "other")
      }))

    it.effect("lists and removes what is about a person", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        const person = { user_id: "person" }
        yield* store.put(record("g2", { ...person, model: "Grant", created_on: after(2) }))
        yield* store.put(record("g1", { ...person, model: "Grant", created_on: after(1) }))
        yield* store.put(record("g0", { ...person, model: "Grant", expires_on: after(3) }))
        yield* store.put(record("s1", { ...person, model: "Session" }))
        yield* store.put(record("s2", { ...person, model: "Session" }))
        yield* store.put(record("theirs", { user_id: "somebody", model: "Session" }))
        assert.deepStrictEqual(ids(yield* store.listOfUser("Grant", "person", after(3))), ["g1", "g2"])
        yield* store.removeOfUser(["Session"], "person", "s2")
        assert.deepStrictEqual(ids(yield* store.listOfUser("Session", "person", start)), ["s2"])
        assert.deepStrictEqual(ids(yield* store.listOfUser("Grant", "person", start)), ["g0", "g1", "g2"])
        assert.deepStrictEqual(ids(yield* store.listOfUser("Session", "somebody", start)), ["theirs"])
      }))
  })

  layer(storage)(`RealmRecordStore (${name}), expiry`, (it) => {
    it.effect("lists what has expired of one model, the earliest first and so many at once", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        yield* Effect.forEach(
          [3, 1, 2, 4],
          (minutes) => store.put(record(`g${minutes}`, { model: "Grant", expires_on: after(minutes) }))
        )
        yield* store.put(record("token", { expires_on: after(1) }))
        assert.deepStrictEqual(ids(yield* store.listExpired("Grant", after(3), 10)), ["g1", "g2", "g3"])
        assert.deepStrictEqual(ids(yield* store.listExpired("Grant", after(3), 2)), ["g1", "g2"])
        yield* Effect.forEach(["g1", "g2", "g3", "g4", "token"], store.remove)
      }))

    it.effect("removes what has expired, the oldest first and so many at once", () =>
      Effect.gen(function*() {
        const store = yield* RealmRecordStore
        yield* Effect.forEach(
          [3, 1, 2, 9],
          (minutes) => store.put(record(`e${minutes}`, { expires_on: after(minutes) }))
        )
        assert.strictEqual(yield* store.removeExpired(after(3), 2), 2)
        assert.strictEqual(idOf(yield* store.find("e3")), "e3")
        assert.strictEqual(yield* store.removeExpired(after(3), 2), 1)
        assert.strictEqual(idOf(yield* store.find("e9")), "e9")
      }))
  })
}
