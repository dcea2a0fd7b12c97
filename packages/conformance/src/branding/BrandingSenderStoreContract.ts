import { assert, layer } from "@effect/vitest"
import { BrandingSenderStore, type StoredSender } from "@namewright/core/branding"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

const senderOf = Effect.fnUntraced(function*(change: Partial<StoredSender> = {}) {
  const sender: StoredSender = {
    organization_id: yield* newOrganizationId,
    address: "mails@nordhost.example",
    selector: "m0011223344",
    private_key: "plain.key",
    public_key: "MIIB",
    status: "pending",
    found: [],
    checked_on: null,
    verified_on: null,
    due_on: DateTime.makeUnsafe("2040-01-01T00:00:00Z"),
    version: 1,
    ...change
  }
  return sender
})

const at = (day: number) => DateTime.makeUnsafe(`2030-01-0${day}T00:00:00Z`)

/** Contract of the storage of senders. */
export const brandingSenderStoreContract = <E>(name: string, storage: Layer.Layer<BrandingSenderStore, E>) =>
  layer(storage)(`BrandingSenderStore (${name})`, (it) => {
    it.effect("keeps one sender of an organization", () =>
      Effect.gen(function*() {
        const { find, put, remove } = yield* BrandingSenderStore
        const first = yield* senderOf()
        const { organization_id } = first
        assert.deepStrictEqual(yield* find(organization_id), Option.none())
        yield* put(first)
        assert.deepStrictEqual(yield* find(organization_id), Option.some(first))
        const second = { ...first, address: "post@nordhost.example", selector: "m5566778899", version: 7 }
        yield* put(second)
        assert.deepStrictEqual(yield* find(organization_id), Option.some({ ...second, version: 1 }))
        yield* remove(organization_id)
        assert.deepStrictEqual(yield* find(organization_id), Option.none())
      }))

    it.effect("finds a verified sender by its address before others", () =>
      Effect.gen(function*() {
        const { findAddress, put } = yield* BrandingSenderStore
        const address = "shared@nordhost.example"
        const verified_on = yield* Instant.now
        yield* put(yield* senderOf({ address }))
        const failed = yield* senderOf({ address, status: "failed", verified_on })
        yield* put(failed)
        assert.deepStrictEqual(yield* findAddress(address), Option.some(failed))
        const verified = yield* senderOf({ address, status: "verified", verified_on, found: ["dkim", "spf", "dmarc"] })
        yield* put(verified)
        assert.deepStrictEqual(yield* findAddress(address), Option.some(verified))
        assert.deepStrictEqual(yield* findAddress("nobody@nordhost.example"), Option.none())
      }))

    it.effect("leases due senders, the oldest first, and stores a result unless they have changed since", () =>
      Effect.gen(function*() {
        const { find, leaseDue, put, settle } = yield* BrandingSenderStore
        const [late, early] = [yield* senderOf({ due_on: at(2) }), yield* senderOf({ due_on: at(1) })]
        yield* put(late)
        yield* put(early)
        const [leased, ...others] = yield* leaseDue(1, at(3), at(4))
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual(leased, { ...early, due_on: at(4), version: 2 })
        assert.deepStrictEqual((yield* leaseDue(5, at(3), at(4))).map(({ organization_id }) => organization_id), [
          late.organization_id
        ])
        assert.deepStrictEqual(yield* leaseDue(5, at(3), at(4)), [])
        const checked: StoredSender = { ...early, status: "verified", found: ["dkim"], checked_on: at(3), version: 2 }
        assert.isFalse(yield* settle({ ...checked, version: 1 }))
        assert.isTrue(yield* settle(checked))
        assert.isFalse(yield* settle(checked))
        assert.deepStrictEqual(yield* find(early.organization_id), Option.some({ ...checked, version: 3 }))
      }))
  })
