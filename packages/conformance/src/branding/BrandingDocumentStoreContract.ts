import { assert, layer } from "@effect/vitest"
import { BrandingDocumentStore, type BrandingVersionContents } from "@namewright/core/branding"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { Effect, type Layer, Option, Struct } from "effect"

const versionOf = Effect.fnUntraced(function*(
  version_number: number,
  change: Partial<BrandingVersionContents> = {}
): Effect.fn.Return<BrandingVersionContents> {
  return {
    version_number,
    performed_by_type: "user",
    performed_by_id: "user_1",
    restored_from: null,
    created_on: yield* Instant.now,
    document: { brand: { name: `Brand ${version_number}` }, content: { footer: { lines: ["Zeile 1", "\u{1f600}"] } } },
    ...change
  }
})

/** Contract of the storage of branding documents. */
export const brandingDocumentStoreContract = <E>(
  name: string,
  storage: Layer.Layer<BrandingDocumentStore | Transaction, E>
) =>
  layer(storage)(`BrandingDocumentStore (${name})`, (it) => {
    const append = Effect.fnUntraced(function*(
      organization: OrganizationId,
      version: BrandingVersionContents,
      kept = 10
    ) {
      const store = yield* BrandingDocumentStore
      const { atomically } = yield* Transaction
      yield* atomically(Effect.andThen(store.lock(organization), store.append(organization, version, kept)))
    })

    it.effect("returns the latest version of an organization, and all of them, the latest first", () =>
      Effect.gen(function*() {
        const store = yield* BrandingDocumentStore
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        assert.deepStrictEqual(yield* store.find(own), { auth: null, latest: null })
        const first = yield* versionOf(1)
        const second = yield* versionOf(2, {
          performed_by_type: "system",
          performed_by_id: null,
          restored_from: 1,
          document: {}
        })
        yield* append(own, first)
        yield* append(own, second)
        assert.deepStrictEqual((yield* store.find(own)).latest, second)
        assert.deepStrictEqual(yield* store.version(own, 1), Option.some(first))
        assert.deepStrictEqual(yield* store.version(own, 3), Option.none())
        assert.deepStrictEqual(yield* store.version(other, 1), Option.none())
        const summaries = [second, first].map((version) => Struct.omit(version, ["document"]))
        assert.deepStrictEqual(yield* store.versions(own), summaries)
        assert.deepStrictEqual(yield* store.versions(other), [])
      }))

    it.effect("keeps the latest versions, and those of other organizations", () =>
      Effect.gen(function*() {
        const store = yield* BrandingDocumentStore
        const [own, other] = [yield* newOrganizationId, yield* newOrganizationId]
        yield* append(other, yield* versionOf(1))
        for (const number of [1, 2, 3, 4]) yield* append(own, yield* versionOf(number), 2)
        const numbers = (organization: OrganizationId) =>
          Effect.map(store.versions(organization), (all) => all.map(({ version_number }) => version_number))
        assert.deepStrictEqual(yield* numbers(own), [4, 3])
        assert.deepStrictEqual(yield* numbers(other), [1])
      }))

    it.effect("keeps the sign-in with every version, until it is replaced or removed", () =>
      Effect.gen(function*() {
        const store = yield* BrandingDocumentStore
        const own = yield* newOrganizationId
        const auth = { client_id: "wl-1", authority: "https://auth.example.com" }
        yield* store.writeAuth(own, auth)
        assert.deepStrictEqual(yield* store.find(own), { auth, latest: null })
        yield* append(own, yield* versionOf(1))
        assert.deepStrictEqual((yield* store.find(own)).auth, auth)
        yield* store.writeAuth(own, { ...auth, client_id: "wl-2" })
        assert.deepStrictEqual((yield* store.find(own)).auth, { ...auth, client_id: "wl-2" })
        yield* store.writeAuth(own, null)
        assert.deepStrictEqual((yield* store.find(own)).auth, null)
        assert.strictEqual((yield* store.find(own)).latest?.version_number, 1)
      }))

    it.effect("gives concurrent writers of one document consecutive numbers", () =>
      Effect.gen(function*() {
        const store = yield* BrandingDocumentStore
        const { atomically } = yield* Transaction
        const own = yield* newOrganizationId
        const write = atomically(Effect.gen(function*() {
          const { latest } = yield* store.lock(own)
          yield* store.append(own, yield* versionOf((latest?.version_number ?? 0) + 1), 10)
        }))
        yield* Effect.all([write, write, write, write], { concurrency: 4, discard: true })
        const numbers = (yield* store.versions(own)).map(({ version_number }) => version_number)
        assert.deepStrictEqual(numbers, [4, 3, 2, 1])
      }))
  })
