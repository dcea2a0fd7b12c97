import { assert, layer } from "@effect/vitest"
import { newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { TaggedObjectKinds, type TaggedObjects, TagStore, type TagType } from "@namewright/core/tags"
import { Effect, type Layer } from "effect"
import { newTag } from "./newTag.ts"

/** One kind of tagged objects under test. */
export interface TaggedKind<R> {
  readonly type: TagType
  /** Stores a new object of the organization. Returns its id and all forms of references to it. */
  readonly object: (
    organization: OrganizationId
  ) => Effect.Effect<{ readonly id: string; readonly references: ReadonlyArray<string> }, never, R>
  /** Id in the form of the kind, without a stored object. */
  readonly unknownId: Effect.Effect<string>
}

/** The adapter's port of one kind. */
export const taggedObjects = (type: TagType) =>
  Effect.flatMap(TaggedObjectKinds, (kinds): Effect.Effect<TaggedObjects> => {
    const objects = kinds[type]
    return objects === undefined ? Effect.die(`No store keeps tags of ${type}`) : Effect.succeed(objects)
  })

/** Contract of the tags in every store of objects. */
export const taggedObjectsContract = <E, R>(
  name: string,
  storage: Layer.Layer<R | TagStore | TaggedObjectKinds | Transaction, E>,
  kind: TaggedKind<R>
) =>
  layer(storage)(`TaggedObjects of ${kind.type} (${name})`, (it) => {
    const objects = taggedObjects(kind.type)

    const tags = Effect.fnUntraced(function*(organization: OrganizationId, ...labels: ReadonlyArray<string>) {
      const store = yield* TagStore
      const made = yield* Effect.forEach(labels, (label) => newTag(label, { type: kind.type }))
      yield* Effect.forEach(made, (tag) => Effect.orDie(store.insert(organization, tag)))
      return made.map((tag) => tag.tag_id)
    })

    it.effect("resolves objects of the organization only", () =>
      Effect.gen(function*() {
        const store = yield* objects
        const owner = yield* newOrganizationId
        const { id, references } = yield* kind.object(owner)
        const foreign = yield* kind.object(yield* newOrganizationId)
        const asked = [...references, foreign.id, yield* kind.unknownId, "no-such-object", ""]
        const { atomically } = yield* Transaction
        const resolved = yield* atomically(store.resolve(owner, asked))
        assert.deepStrictEqual([...resolved.keys()].toSorted(), [...references].toSorted())
        assert.deepStrictEqual(new Set(resolved.values()), new Set([id]))
        assert.strictEqual((yield* store.resolve(owner, [])).size, 0)
      }))

    it.effect("counts an assignment once, however often it is made", () =>
      Effect.gen(function*() {
        const store = yield* objects
        const organization = yield* newOrganizationId
        const one = yield* kind.object(organization)
        const two = yield* kind.object(organization)
        const [a, b] = yield* tags(organization, "a", "b")
        if (a === undefined || b === undefined) return assert.fail("two tags were made")
        assert.strictEqual(yield* store.add(organization, [a], [one.id]), 1)
        assert.strictEqual(yield* store.add(organization, [a, b], [one.id, two.id]), 3)
        assert.strictEqual(yield* store.add(organization, [a, b], [one.id, two.id]), 0)
        assert.strictEqual(yield* store.add(organization, [a], [yield* kind.unknownId]), 0)
        assert.strictEqual(yield* store.add(organization, [], [one.id]), 0)
        assert.strictEqual(yield* store.add(organization, [a], []), 0)
        const counts = yield* store.count(organization, [a, b])
        assert.deepStrictEqual([counts.get(a), counts.get(b)], [2, 2])
        assert.strictEqual(yield* store.remove(organization, [a], [one.id]), 1)
        assert.strictEqual(yield* store.remove(organization, [a], [one.id]), 0)
        assert.strictEqual((yield* store.count(organization, [a])).get(a), 1)
        assert.strictEqual((yield* store.count(organization, [])).size, 0)
      }))

    it.effect("leaves only the tags to be retained", () =>
      Effect.gen(function*() {
        const store = yield* objects
        const organization = yield* newOrganizationId
        const one = yield* kind.object(organization)
        const two = yield* kind.object(organization)
        const [a, b, c] = yield* tags(organization, "a", "b", "c")
        if (a === undefined || b === undefined || c === undefined) return assert.fail("three tags were made")
        yield* store.add(organization, [a, b, c], [one.id, two.id])
        assert.strictEqual(yield* store.retain(organization, [a], [one.id]), 2)
        assert.strictEqual(yield* store.retain(organization, [], [one.id]), 1)
        assert.strictEqual(yield* store.retain(organization, [a], []), 0)
        const counts = yield* store.count(organization, [a, b, c])
        assert.deepStrictEqual([counts.get(a), counts.get(b), counts.get(c)], [1, 1, 1])
      }))

    it.effect("clears a tag off everything", () =>
      Effect.gen(function*() {
        const store = yield* objects
        const organization = yield* newOrganizationId
        const one = yield* kind.object(organization)
        const two = yield* kind.object(organization)
        const [a, b] = yield* tags(organization, "a", "b")
        if (a === undefined || b === undefined) return assert.fail("two tags were made")
        yield* store.add(organization, [a, b], [one.id, two.id])
        yield* store.clear(organization, a)
        const counts = yield* store.count(organization, [a, b])
        assert.deepStrictEqual([counts.get(a) ?? 0, counts.get(b)], [0, 2])
      }))

    it.effect("leaves objects and tags of other organizations unchanged", () =>
      Effect.gen(function*() {
        const store = yield* objects
        const owner = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const { id } = yield* kind.object(owner)
        const [tag] = yield* tags(owner, "a")
        if (tag === undefined) return assert.fail("a tag was made")
        yield* store.add(owner, [tag], [id])
        assert.strictEqual(yield* store.add(stranger, [tag], [id]), 0)
        assert.strictEqual(yield* store.remove(stranger, [tag], [id]), 0)
        assert.strictEqual(yield* store.retain(stranger, [], [id]), 0)
        yield* store.clear(stranger, tag)
        assert.strictEqual((yield* store.count(stranger, [tag])).get(tag) ?? 0, 0)
        assert.strictEqual((yield* store.count(owner, [tag])).get(tag), 1)
      }))

    it.effect("counts exactly after concurrent calls", () =>
      Effect.gen(function*() {
        const store = yield* objects
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const ids = (yield* Effect.forEach(Array.from({ length: 8 }), () => kind.object(organization))).map(({ id }) =>
          id
        )
        const [tag] = yield* tags(organization, "busy")
        if (tag === undefined) return assert.fail("a tag was made")
        const added = yield* Effect.forEach(
          [ids.slice(0, 5), ids.slice(3), ids.toReversed(), ids.slice(2, 6)],
          (some) => atomically(Effect.andThen(store.resolve(organization, some), store.add(organization, [tag], some))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(added.reduce((sum, n) => sum + n, 0), 8)
        const removed = yield* Effect.forEach(
          [ids.slice(0, 3), ids.slice(1, 5)],
          (some) =>
            atomically(Effect.andThen(store.resolve(organization, some), store.remove(organization, [tag], some))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(removed.reduce((sum, n) => sum + n, 0), 5)
        assert.strictEqual((yield* store.count(organization, [tag])).get(tag), 3)
      }))

    it.effect("ignores a status tag that is already set, or already cleared", () =>
      Effect.gen(function*() {
        const store = yield* objects
        const organization = yield* newOrganizationId
        const { id } = yield* kind.object(organization)
        yield* store.setStatus(organization, id, "EXTERNAL")
        yield* store.setStatus(organization, id, "EXTERNAL")
        yield* store.setStatus(organization, yield* kind.unknownId, "EXTERNAL")
        yield* store.clearStatus(organization, id, "DNSSEC_PENDING")
        yield* store.clearStatus(organization, id, "EXTERNAL")
        yield* store.clearStatus(organization, id, "EXTERNAL")
      }))
  })
