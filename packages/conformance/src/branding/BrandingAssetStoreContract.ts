import { assert, layer } from "@effect/vitest"
import { type BrandingAssetRecord, BrandingAssetStore, newBrandingAssetId } from "@namewright/core/branding"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"

const assetOf = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  sha256: string,
  minutes = 0
): Effect.fn.Return<BrandingAssetRecord> {
  return {
    asset_id: yield* newBrandingAssetId,
    organization_id,
    sha256,
    content_type: "image/png",
    size_bytes: 4,
    updated_on: DateTime.add(yield* Instant.now, { minutes })
  }
})

const bytes = Uint8Array.of(0, 255, 128, 10)

/** Contract of the storage of assets. Hashes are texts of the tests. */
export const brandingAssetStoreContract = <E>(
  name: string,
  storage: Layer.Layer<BrandingAssetStore | Transaction, E>
) =>
  layer(storage)(`BrandingAssetStore (${name})`, (it) => {
    const put = Effect.fnUntraced(function*(asset: BrandingAssetRecord, drawing: Uint8Array | null = null) {
      const store = yield* BrandingAssetStore
      const { atomically } = yield* Transaction
      return yield* atomically(store.put(asset, bytes, drawing))
    })

    it.effect("lists the assets of an organization, the newest first, and returns their bytes", () =>
      Effect.gen(function*() {
        const store = yield* BrandingAssetStore
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const first = yield* put(yield* assetOf(own, "list-a"))
        const second = yield* put(yield* assetOf(own, "list-b", 1))
        yield* put(yield* assetOf(other, "list-c"))
        assert.deepStrictEqual(yield* store.list(own), [second, first])
        const file = Option.getOrThrow(yield* store.file("list-a"))
        assert.strictEqual(file.content_type, "image/png")
        assert.deepStrictEqual([...file.bytes], [...bytes])
        assert.deepStrictEqual(yield* store.file("list-d"), Option.none())
      }))

    it.effect("keeps the picture of a file until its last asset is removed", () =>
      Effect.gen(function*() {
        const store = yield* BrandingAssetStore
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        yield* put(yield* assetOf(own, "plain"))
        const first = yield* put(yield* assetOf(own, "drawn"), Uint8Array.of(1, 255))
        const second = yield* put(yield* assetOf(other, "drawn"))
        const picture = Effect.map(store.drawing("drawn"), Option.map((png) => [...png]))
        assert.deepStrictEqual(yield* picture, Option.some([1, 255]))
        assert.deepStrictEqual(yield* store.drawing("plain"), Option.none())
        assert.deepStrictEqual(yield* store.drawn(["plain", "drawn", "missing"]), new Set(["drawn"]))
        yield* store.remove(own, first.asset_id)
        assert.deepStrictEqual(yield* picture, Option.some([1, 255]))
        yield* store.remove(other, second.asset_id)
        assert.deepStrictEqual(yield* picture, Option.none())
      }))

    it.effect("keeps the id of an asset that is stored again, and its new time", () =>
      Effect.gen(function*() {
        const store = yield* BrandingAssetStore
        const own = yield* newOrganizationId
        const first = yield* put(yield* assetOf(own, "again"))
        const again = yield* assetOf(own, "again", 5)
        const stored = yield* put(again)
        assert.deepStrictEqual(stored, { ...first, updated_on: again.updated_on })
        assert.deepStrictEqual(yield* store.list(own), [stored])
      }))

    it.effect("removes a file with the last of its assets, and only those of the organization", () =>
      Effect.gen(function*() {
        const store = yield* BrandingAssetStore
        const { atomically } = yield* Transaction
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const mine = yield* put(yield* assetOf(own, "shared"))
        const theirs = yield* put(yield* assetOf(other, "shared"))
        yield* atomically(store.remove(own, theirs.asset_id))
        yield* atomically(store.remove(own, mine.asset_id))
        assert.deepStrictEqual(yield* store.list(own), [])
        assert.deepStrictEqual(yield* store.list(other), [theirs])
        assert.isTrue(Option.isSome(yield* store.file("shared")))
        yield* atomically(store.remove(other, theirs.asset_id))
        assert.isTrue(Option.isNone(yield* store.file("shared")))
      }))

    it.effect("stores one asset of an organization for a file, also of concurrent uploads", () =>
      Effect.gen(function*() {
        const store = yield* BrandingAssetStore
        const own = yield* newOrganizationId
        const sent = yield* Effect.all([1, 2, 3, 4].map((minutes) => assetOf(own, "at-once", minutes)))
        yield* Effect.all(sent.map((asset) => put(asset)), { concurrency: 4, discard: true })
        assert.lengthOf(yield* store.list(own), 1)
      }))
  })
