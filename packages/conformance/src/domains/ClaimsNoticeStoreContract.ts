import { assert, layer } from "@effect/vitest"
import { AcceptanceHash, ClaimsNoticeStore, type FetchedNotice } from "@namewright/core/domains"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option, Random } from "effect"

const claims_key = "2013041500/2/6/9/rJ1NrDO92vDsAzf7EQzgjX4R0000000001"

const newNotice = Effect.fnUntraced(function*(
  members: Partial<FetchedNotice> = {}
): Effect.fn.Return<FetchedNotice> {
  const now = yield* Instant.now
  return {
    acceptance_hash: AcceptanceHash.make(`hash-${yield* Random.nextIntBetween(1, Number.MAX_SAFE_INTEGER)}`),
    organization_id: yield* newOrganizationId,
    claims_key,
    label: "example-one",
    notice_id: "370d0b7c9223372036854775807",
    validator: null,
    not_after: DateTime.add(now, { days: 7 }),
    expires_on: DateTime.add(now, { days: 2 }),
    ...members
  }
})

export const claimsNoticeStoreContract = <R, E>(name: string, storage: Layer.Layer<ClaimsNoticeStore | R, E>) => {
  layer(storage)(`Claims notices (${name})`, (it) => {
    it.effect("are found by hash by the organization that fetched them", () =>
      Effect.gen(function*() {
        const store = yield* ClaimsNoticeStore
        const notice = yield* newNotice()
        const other = yield* newNotice({ validator: "sample" })
        yield* Effect.forEach([notice, other], store.insert)
        for (const stored of [notice, other]) {
          const { acceptance_hash, organization_id } = stored
          assert.deepStrictEqual(yield* store.findByHash(organization_id, acceptance_hash), Option.some(stored))
        }
        assert.isTrue(Option.isNone(yield* store.findByHash(other.organization_id, notice.acceptance_hash)))
        assert.isTrue(Option.isNone(yield* store.findByHash(notice.organization_id, claims_key)))
      }))

    it.effect("are found by key, the one that expires last", () =>
      Effect.gen(function*() {
        const store = yield* ClaimsNoticeStore
        const last = yield* newNotice()
        const { expires_on, organization_id } = last
        const first = yield* newNotice({ organization_id, expires_on: DateTime.subtract(expires_on, { hours: 1 }) })
        const another = yield* newNotice({ organization_id, claims_key: `${claims_key}-2` })
        yield* Effect.forEach([another, last, first], store.insert)
        assert.deepStrictEqual(yield* store.findByKey(organization_id, claims_key), Option.some(last))
        assert.deepStrictEqual(yield* store.findByKey(organization_id, another.claims_key), Option.some(another))
        assert.isTrue(Option.isNone(yield* store.findByKey(yield* newOrganizationId, claims_key)))
      }))

    it.effect("are removed once they have expired, the oldest first and a bounded number at a time", () =>
      Effect.gen(function*() {
        const store = yield* ClaimsNoticeStore
        const epoch = DateTime.makeUnsafe("1951-01-01T00:00:00Z")
        const notices = yield* Effect.forEach(
          [3, 1, 2, 4],
          (minutes) => newNotice({ expires_on: DateTime.add(epoch, { minutes }) })
        )
        yield* Effect.forEach(notices, store.insert)
        const until = DateTime.add(epoch, { minutes: 3 })
        const left = Effect.forEach(
          notices,
          ({ acceptance_hash, organization_id }) =>
            Effect.map(store.findByHash(organization_id, acceptance_hash), Option.isSome)
        )
        assert.strictEqual(yield* store.removeExpired(until, 2), 2)
        assert.deepStrictEqual(yield* left, [true, false, false, true])
        assert.strictEqual(yield* store.removeExpired(until, 2), 1)
        assert.deepStrictEqual(yield* left, [false, false, false, true])
        assert.strictEqual(yield* store.removeExpired(until, 2), 0)
      }))
  })
}
