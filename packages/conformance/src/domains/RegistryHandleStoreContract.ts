import { assert, layer } from "@effect/vitest"
import { type ContactId, newContactId } from "@namewright/core/contacts"
import { type RegistryHandle, RegistryHandleStore } from "@namewright/core/domains"
import { Effect, type Layer, Option, Schema } from "effect"

/** Handle of a new contact, with `members` replaced. */
const newHandle = Effect.fnUntraced(function*(members: Partial<RegistryHandle> = {}) {
  const handle: RegistryHandle = {
    registry: "verisign",
    contact_id: yield* newContactId,
    attributes: "{}",
    handle: "N0123456789ABCDE",
    confirmed: false,
    ...members
  }
  return handle
})

const found = ({ attributes, contact_id, registry }: RegistryHandle) =>
  RegistryHandleStore.use((store) => store.find(registry, contact_id, attributes))

/** Keys that differ in one part, and attributes that differ in case and in the order of their members. */
const Key = Schema.Struct({
  registry: Schema.Literals(["verisign", "Verisign", "denic"]),
  contact: Schema.Literals([0, 1]),
  attributes: Schema.Literals(["{}", "{\"a\":\"1\",\"b\":\"2\"}", "{\"b\":\"2\",\"a\":\"1\"}", "{\"a\":\"Ö\"}"])
})
const Steps = Schema.Array(Schema.Struct({
  key: Key,
  confirm: Schema.Boolean,
  handle: Schema.Literals(["N1", "N2", "N3"]),
  confirmed: Schema.Boolean
})).check(Schema.isMaxLength(25))

/** Contract of the storage of registry handles. */
export const registryHandleStoreContract = <R, E>(name: string, storage: Layer.Layer<RegistryHandleStore | R, E>) => {
  layer(storage)(`RegistryHandleStore (${name})`, (it) => {
    it.effect("finds a handle as it was inserted, confirmed or not", () =>
      Effect.gen(function*() {
        const store = yield* RegistryHandleStore
        assert.deepStrictEqual(yield* store.contactOf("verisign", "unknown"), Option.none())
        const attributes = JSON.stringify({ note: "a'b\"c\\d Ö 文", vat: "1" })
        for (const confirmed of [false, true]) {
          const handle = yield* newHandle({ attributes, confirmed })
          assert.deepStrictEqual(yield* found(handle), Option.none())
          assert.deepStrictEqual(yield* store.insert(handle), handle)
          assert.deepStrictEqual(yield* found(handle), Option.some(handle))
        }
        const own = yield* newHandle({ handle: "N-OWN" })
        yield* store.insert(own)
        yield* store.insert(yield* newHandle({ registry: "denic", handle: "N-OWN" }))
        assert.deepStrictEqual(yield* store.contactOf("verisign", "N-OWN"), Option.some(own.contact_id))
      }))

    it.effect("has one handle for each registry, contact and set of attributes", () =>
      Effect.gen(function*() {
        const store = yield* RegistryHandleStore
        const first = yield* newHandle({ handle: "first" })
        const others = [
          { ...first, registry: "denic", handle: "elsewhere" },
          { ...first, attributes: "{\"vat\":\"1\"}", handle: "with more" },
          yield* newHandle({ handle: "someone else" })
        ]
        yield* store.insert(first)
        for (const other of others) assert.deepStrictEqual(yield* found(other), Option.none())
        for (const other of others) assert.deepStrictEqual(yield* store.insert(other), other)
        yield* store.confirm(first, "chosen by the registry")
        for (const other of others) assert.deepStrictEqual(yield* found(other), Option.some(other))
        assert.deepStrictEqual(
          yield* found(first),
          Option.some({ ...first, handle: "chosen by the registry", confirmed: true })
        )
      }))

    it.effect("returns the existing handle of a contact from an insert", () =>
      Effect.gen(function*() {
        const store = yield* RegistryHandleStore
        const first = yield* newHandle({ handle: "first" })
        const second = { ...first, handle: "second" }
        yield* store.insert(first)
        assert.deepStrictEqual(yield* store.insert(second), first)
        assert.deepStrictEqual(yield* store.insert(first), first)
        yield* store.confirm(first, "first")
        assert.deepStrictEqual(yield* store.insert(second), { ...first, confirmed: true })
        assert.deepStrictEqual(yield* found(first), Option.some({ ...first, confirmed: true }))
      }))

    it.effect("returns one handle from concurrent inserts", () =>
      Effect.gen(function*() {
        const store = yield* RegistryHandleStore
        const handle = yield* newHandle()
        const chosen = ["a", "b", "c", "d"].map((text) => ({ ...handle, handle: text }))
        const kept = yield* Effect.forEach(chosen, store.insert, { concurrency: "unbounded" })
        assert.strictEqual(new Set(kept.map((stored) => stored.handle)).size, 1)
        assert.deepStrictEqual(yield* found(handle), Option.fromUndefinedOr(kept[0]))
      }))

    it.effect("confirms a handle repeatedly, and nothing for a contact without a handle", () =>
      Effect.gen(function*() {
        const store = yield* RegistryHandleStore
        const handle = yield* newHandle()
        yield* store.confirm(handle, "N2")
        assert.deepStrictEqual(yield* found(handle), Option.none())
        yield* store.insert(handle)
        yield* store.confirm(handle, "N2")
        yield* store.confirm(handle, "N2")
        assert.deepStrictEqual(yield* found(handle), Option.some({ ...handle, handle: "N2", confirmed: true }))
      }))

    it.effect("removes a handle, unless the contact has another one by now", () =>
      Effect.gen(function*() {
        const store = yield* RegistryHandleStore
        const first = yield* newHandle({ handle: "first", confirmed: true })
        const other = { ...first, registry: "denic" }
        yield* store.insert(first)
        yield* store.insert(other)
        yield* store.remove({ ...first, handle: "earlier" })
        assert.deepStrictEqual(yield* found(first), Option.some(first))
        yield* store.remove(first)
        assert.deepStrictEqual(yield* found(first), Option.none())
        assert.deepStrictEqual(yield* found(other), Option.some(other))
      }))

    it.effect.prop(
      "has the contents of a map after any inserts and confirmations",
      [Steps],
      ([steps]) =>
        Effect.gen(function*() {
          const store = yield* RegistryHandleStore
          const contacts: ReadonlyArray<ContactId> = [yield* newContactId, yield* newContactId]
          const model = new Map<string, RegistryHandle>()
          for (const { confirm, confirmed, handle, key: { attributes, contact, registry } } of steps) {
            const contact_id = contacts[contact] ?? (yield* newContactId)
            const key = JSON.stringify([registry, contact_id, attributes])
            const before = model.get(key)
            const written: RegistryHandle = { registry, contact_id, attributes, handle, confirmed }
            if (!confirm) {
              model.set(key, before ?? written)
              assert.deepStrictEqual(yield* store.insert(written), before ?? written)
            } else {
              if (before !== undefined) model.set(key, { ...before, handle, confirmed: true })
              yield* store.confirm(written, handle)
            }
            assert.deepStrictEqual(yield* found(written), Option.fromUndefinedOr(model.get(key)))
          }
          for (const handle of model.values()) assert.deepStrictEqual(yield* found(handle), Option.some(handle))
        })
    )
  })
}
