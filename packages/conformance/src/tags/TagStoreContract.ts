import { assert, layer } from "@effect/vitest"
import { newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { newTagId, TagStore } from "@namewright/core/tags"
import { Deferred, Effect, Fiber, type Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { newTag } from "./newTag.ts"

const byLabel = { by: "label", order: "asc" } as const
const firstPage = { page: 1, page_size: 10 }

/** Contract of storage adapters for tags. */
export const tagStoreContract = <E>(name: string, storage: Layer.Layer<TagStore | Transaction, E>) =>
  layer(storage)(`TagStore (${name})`, (it) => {
    const inserted = Effect.fnUntraced(function*(
      organization: OrganizationId,
      label: string,
      rest: Parameters<typeof newTag>[1] = {}
    ) {
      const tag = yield* newTag(label, rest)
      yield* TagStore.use((store) => store.insert(organization, tag))
      return tag
    })

    it.effect("finds an inserted tag as it was inserted", () =>
      Effect.gen(function*() {
        const store = yield* TagStore
        const organization = yield* newOrganizationId
        const tag = yield* inserted(organization, "Kunden Österreich", { color: "color-10", description: "a\nb" })
        assert.deepStrictEqual(yield* store.findMany(organization, [tag.tag_id, yield* newTagId]), [tag])
        assert.deepStrictEqual([...yield* store.describe(organization, [tag.tag_id])], [
          [tag.tag_id, { tag_id: tag.tag_id, label: "Kunden Österreich", color: "color-10" }]
        ])
      }))

    it.effect("hides tags of other organizations", () =>
      Effect.gen(function*() {
        const store = yield* TagStore
        const owner = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const tag = yield* inserted(owner, "mine")
        yield* store.save(stranger, { ...tag, label: "theirs" })
        yield* store.remove(stranger, tag.tag_id)
        assert.deepStrictEqual(yield* store.findMany(stranger, [tag.tag_id]), [])
        assert.deepStrictEqual(yield* store.lock(stranger, [tag.tag_id]), [])
        assert.strictEqual((yield* store.describe(stranger, [tag.tag_id])).size, 0)
        assert.strictEqual((yield* store.list(stranger, {}, byLabel, firstPage)).total, 0)
        assert.deepStrictEqual(yield* store.findMany(owner, [tag.tag_id]), [tag])
      }))

    it.effect("rejects a label that differs from another of the type only in case, in whatever script", () =>
      Effect.gen(function*() {
        const store = yield* TagStore
        const organization = yield* newOrganizationId
        yield* inserted(organization, "ÄRGER")
        const other = yield* inserted(organization, "other")
        const onInsert = yield* Effect.flip(inserted(organization, "ärger"))
        const onSave = yield* Effect.flip(store.save(organization, { ...other, label: "Ärger" }))
        assert.deepStrictEqual([onInsert.code, onSave.code], [
          "ERROR_TAG_LABEL_ALREADY_EXISTS",
          "ERROR_TAG_LABEL_ALREADY_EXISTS"
        ])
        yield* inserted(organization, "ärger", { type: "CONTACT" })
        yield* inserted(yield* newOrganizationId, "ärger")
        yield* store.save(organization, { ...other, label: "Other" })
      }))

    it.effect("lists by type and by a literal part of the label, in pages", () =>
      Effect.gen(function*() {
        const store = yield* TagStore
        const organization = yield* newOrganizationId
        for (const label of ["b", "A", "c", "50%", "5_0"]) {
          yield* inserted(organization, label)
          yield* TestClock.adjust("1 minute")
        }
        yield* inserted(organization, "zone", { type: "ZONE" })
        const labels = (filter: Parameters<typeof store.list>[1], page = firstPage) =>
          Effect.map(store.list(organization, filter, byLabel, page), ({ items, total }) => [
            total,
            items.map((tag) => tag.label).join(" ")
          ])
        assert.deepStrictEqual(yield* labels({ tag_types: ["DOMAIN"] }), [5, "50% 5_0 A b c"])
        assert.deepStrictEqual(yield* labels({ tag_types: ["ZONE", "CONTACT"] }), [1, "zone"])
        assert.deepStrictEqual(yield* labels({ search: "%" }), [1, "50%"])
        assert.deepStrictEqual(yield* labels({ search: "_" }), [1, "5_0"])
        assert.deepStrictEqual(yield* labels({ search: "ONE" }), [1, "zone"])
        assert.deepStrictEqual(yield* labels({}, { page: 2, page_size: 4 }), [6, "c zone"])
        const newest = yield* store.list(organization, {}, { by: "created_on", order: "desc" }, firstPage)
        assert.deepStrictEqual(newest.items.map((tag) => tag.label), ["zone", "5_0", "50%", "c", "A", "b"])
      }))

    it.effect("blocks a locked tag for other transactions until the transaction ends", () =>
      Effect.gen(function*() {
        const store = yield* TagStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const { tag_id } = yield* inserted(organization, "held")
        const locked = yield* Deferred.make<void>()
        const finished = yield* Ref.make(false)
        const holder = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* store.lock(organization, [tag_id])
          yield* Deferred.succeed(locked, undefined)
          // Enough turns for the other transaction to interleave, if it could.
          yield* Effect.repeat(store.findMany(organization, [tag_id]), { times: 20 })
          yield* Ref.set(finished, true)
        })))
        yield* Deferred.await(locked)
        const seen = yield* atomically(Effect.andThen(store.lock(organization, [tag_id]), Ref.get(finished)))
        yield* Fiber.join(holder)
        assert.isTrue(seen)
      }))
  })
