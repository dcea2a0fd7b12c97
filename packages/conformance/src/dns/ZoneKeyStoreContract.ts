import { assert, layer } from "@effect/vitest"
import {
  newZoneId,
  newZoneKeyId,
  type ZoneId,
  type ZoneKey,
  ZoneKeyStore,
  type ZoneSigningProgress
} from "@namewright/core/dns"
import { Instant, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"

const newKey = Effect.fnUntraced(function*(dns_zone_id: ZoneId, key_tag: number): Effect.fn.Return<ZoneKey> {
  return {
    zone_key_id: yield* newZoneKeyId,
    dns_zone_id,
    key_tag,
    public_key: "GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==",
    sealed_private_key: "plain.AAAA",
    digest_sha256: "B4".repeat(32),
    digest_sha384: "A1".repeat(48),
    is_delegated: true,
    created_on: yield* Instant.now
  }
})

const stored = Effect.fnUntraced(function*(zone: ZoneId, key_tag: number) {
  const store = yield* ZoneKeyStore
  const key = yield* newKey(zone, key_tag)
  yield* store.insert(key)
  yield* TestClock.adjust("1 second")
  return key
})

const newProgress = Effect.fnUntraced(function*(
  members: Partial<ZoneSigningProgress> = {}
): Effect.fn.Return<ZoneSigningProgress> {
  const now = yield* Instant.now
  return {
    dns_zone_id: yield* newZoneId,
    generation: 1,
    state: "signing",
    serial: 2026112299,
    due_on: null,
    attempts: 0,
    is_exposed: false,
    retreats: true,
    diagnostic: null,
    renew_on: DateTime.add(now, { days: 7 }),
    ...members
  }
})

export const zoneKeyStoreContract = <R, E>(
  name: string,
  storage: Layer.Layer<ZoneKeyStore | Transaction | R, E>
) => {
  layer(storage)(`Keys of zones (${name})`, (it) => {
    it.effect("are returned the oldest first, by zone", () =>
      Effect.gen(function*() {
        const store = yield* ZoneKeyStore
        const [signed, unsigned] = [yield* newZoneId, yield* newZoneId]
        const keys = [yield* stored(signed, 65_535), yield* stored(signed, 0)]
        const found = yield* store.ofZones([unsigned, signed])
        assert.deepStrictEqual([...found], [[signed, keys]])
        assert.deepStrictEqual([...(yield* store.ofZones([]))], [])
      }))

    it.effect("store if they have a DS at the parent", () =>
      Effect.gen(function*() {
        const store = yield* ZoneKeyStore
        const [zone, other] = [yield* newZoneId, yield* newZoneId]
        const [first, second, third] = [yield* stored(zone, 1), yield* stored(zone, 2), yield* stored(other, 3)]
        yield* store.delegate(zone, [second.zone_key_id])
        const delegated = Effect.map(
          store.ofZones([zone, other]),
          (keys) => [...keys.values()].flat().filter(({ is_delegated }) => is_delegated).map(({ key_tag }) => key_tag)
        )
        assert.sameMembers(yield* delegated, [second.key_tag, third.key_tag])
        yield* store.delegate(zone, [first.zone_key_id, second.zone_key_id])
        assert.sameMembers(yield* delegated, [1, 2, 3])
        yield* store.delegate(zone, [])
        assert.sameMembers(yield* delegated, [third.key_tag])
      }))

    it.effect("are removed one by one", () =>
      Effect.gen(function*() {
        const store = yield* ZoneKeyStore
        const zone = yield* newZoneId
        const [first, second] = [yield* stored(zone, 1), yield* stored(zone, 2)]
        yield* store.remove([first.zone_key_id])
        assert.deepStrictEqual((yield* store.ofZones([zone])).get(zone), [second])
        yield* store.remove([second.zone_key_id])
        assert.isUndefined((yield* store.ofZones([zone])).get(zone))
      }))
  })

  layer(storage)(`How far zones are with being signed (${name})`, (it) => {
    it.effect("is stored, and replaced as a whole", () =>
      Effect.gen(function*() {
        const store = yield* ZoneKeyStore
        const transaction = yield* Transaction
        const progress = yield* newProgress()
        assert.isTrue(Option.isNone(yield* store.progress(progress.dns_zone_id)))
        yield* store.saveProgress(progress)
        assert.deepStrictEqual(yield* store.progress(progress.dns_zone_id), Option.some(progress))
        const next: ZoneSigningProgress = {
          ...progress,
          generation: 2,
          state: "deferred",
          serial: 4_294_967_295,
          due_on: yield* Instant.now,
          attempts: 3,
          is_exposed: true,
          retreats: false,
          diagnostic: "2400 Not yet"
        }
        yield* store.saveProgress(next)
        assert.deepStrictEqual(
          yield* transaction.atomically(store.lockProgress(progress.dns_zone_id)),
          Option.some(next)
        )
      }))

    it.effect("is found for several zones, except for those that were never signed", () =>
      Effect.gen(function*() {
        const store = yield* ZoneKeyStore
        const [first, second, unknown] = [
          yield* newProgress(),
          yield* newProgress({ state: "unsigned" }),
          yield* newProgress()
        ]
        yield* Effect.forEach([first, second, yield* newProgress()], store.saveProgress)
        const zones = [second, unknown, first].map(({ dns_zone_id }) => dns_zone_id)
        assert.deepStrictEqual(
          yield* store.progressOf(zones),
          new Map([first, second].map((progress) => [progress.dns_zone_id, progress]))
        )
        assert.deepStrictEqual(yield* store.progressOf([]), new Map())
      }))

    it.effect("leases zones with due signatures, the longest due first, until they are due again", () =>
      Effect.gen(function*() {
        const store = yield* ZoneKeyStore
        const transaction = yield* Transaction
        const now = yield* Instant.now
        const at = (seconds: number) => DateTime.add(now, { seconds })
        const late = yield* newProgress({ state: "published", renew_on: at(0) })
        const early = yield* newProgress({ state: "deferred", renew_on: at(-1) })
        const coming = yield* newProgress({ state: "published", renew_on: at(1) })
        const unsigned = yield* newProgress({ state: "unsigned", renew_on: at(-2) })
        yield* Effect.forEach([late, early, coming, unsigned], store.saveProgress)
        const lease = (atMost: number, seconds: number) =>
          transaction.atomically(store.leaseDueRenewals(atMost, at(seconds), at(seconds + 60)))
        assert.deepStrictEqual(yield* lease(1, 0), [early.dns_zone_id])
        assert.deepStrictEqual(yield* lease(10, 0), [late.dns_zone_id])
        assert.deepStrictEqual(yield* lease(10, 0), [])
        const { progress } = store
        assert.deepStrictEqual(yield* progress(early.dns_zone_id), Option.some({ ...early, renew_on: at(60) }))
        assert.deepStrictEqual(yield* lease(10, 59), [coming.dns_zone_id])
        assert.sameMembers([...(yield* lease(10, 60))], [early.dns_zone_id, late.dns_zone_id])
      }))
  })
}
