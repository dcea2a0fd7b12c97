import { assert, layer } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { Contacts, newContactId } from "@namewright/core/contacts"
import { CurrentActor, newOrganizationId } from "@namewright/core/shared"
import { newTagId, Tagging, Tags, type TagType } from "@namewright/core/tags"
import { Effect } from "effect"
import { contactsPlatform, inNewOrganization } from "../contacts/ContactsPlatform.ts"
import { newContact } from "../contacts/newContact.ts"

const contactId = Effect.map(Contacts.use(({ create }) => create(newContact)), (contact) => contact.contact_id)

const tagId = (label: string, type: TagType = "CONTACT") =>
  Effect.map(Tags.use(({ create }) => create({ type, label })), (tag) => tag.tag_id)

const labelsOf = (id: Effect.Success<typeof contactId>) =>
  Effect.map(Contacts.use(({ get }) => get(id, ["tags"])), (contact) => contact.tags?.map((tag) => tag.label))

layer(contactsPlatform)("Tagging", (it) => {
  it.effect("adds and removes objects of one tag, and counts what changed", () =>
    Effect.gen(function*() {
      const { changeObjects } = yield* Tagging
      const [one, two, tag] = [yield* contactId, yield* contactId, yield* tagId("a")]
      const unknown = yield* newContactId
      assert.deepStrictEqual(yield* changeObjects(tag, { add: [one, unknown, one, "nobody"] }), {
        added: 1,
        removed: 0,
        unresolved: [unknown, "nobody"]
      })
      assert.deepStrictEqual(
        yield* changeObjects(tag, { add: [{ object_type: "CONTACT", object_id: two }], remove: [one] }),
        { added: 1, removed: 1, unresolved: [] }
      )
      assert.deepStrictEqual(yield* changeObjects(tag, { add: [two], remove: null }), {
        added: 0,
        removed: 0,
        unresolved: []
      })
      assert.deepStrictEqual([yield* labelsOf(one), yield* labelsOf(two)], [[], ["a"]])
    }).pipe(inNewOrganization))

  it.effect("changes and replaces the tags of many objects", () =>
    Effect.gen(function*() {
      const { changeTags } = yield* Tagging
      const objects = [yield* contactId, yield* contactId]
      const [a, b, c] = [yield* tagId("a"), yield* tagId("b"), yield* tagId("c")]
      const change = (changes: object) =>
        Effect.map(changeTags({ type: "CONTACT", objects, ...changes }), ({ added, removed }) => [added, removed])
      assert.deepStrictEqual(yield* change({ add: [a, b, a] }), [4, 0])
      assert.deepStrictEqual(yield* change({ add: [c], remove: [a] }), [2, 2])
      assert.deepStrictEqual(yield* change({ add: [], remove: [], replace: [a, c] }), [2, 2])
      assert.deepStrictEqual(yield* Effect.forEach(objects, labelsOf), [["a", "c"], ["a", "c"]])
      assert.deepStrictEqual(yield* change({ replace: [] }), [0, 4])
      assert.deepStrictEqual(yield* change({}), [0, 0])
      assert.deepStrictEqual(yield* change({ replace: null, add: [b] }), [2, 0])
    }).pipe(inNewOrganization))

  it.effect("refuses objects of another kind, and changes nothing", () =>
    Effect.gen(function*() {
      const { changeObjects, changeTags } = yield* Tagging
      const [contact, tag, domains] = [yield* contactId, yield* tagId("a"), yield* tagId("d", "DOMAIN")]
      const foreign = "domain_01h455vb4pex5vsknk084sn02q"
      const host = "host_01h455vb4pex5vsknk084sn02q"
      const errors = [
        yield* Effect.flip(changeObjects(tag, { add: [contact, foreign], remove: [host, foreign] })),
        yield* Effect.flip(changeObjects(domains, { add: ["a.example", contact] })),
        yield* Effect.flip(changeObjects(tag, { add: [{ object_type: "DOMAIN", object_id: contact }] })),
        yield* Effect.flip(changeTags({ type: "CONTACT", objects: [contact, foreign], add: [tag] })),
        yield* Effect.flip(changeTags({ type: "CONTACT", objects: [contact], add: [tag, domains] }))
      ]
      assert.deepStrictEqual(errors.map((error) => "object_ids" in error && error.object_ids), [
        [foreign, host],
        [contact],
        [contact],
        [foreign],
        [contact]
      ])
      assert.deepStrictEqual(yield* labelsOf(contact), [])
    }).pipe(inNewOrganization))

  it.effect("resolves nothing to a kind that is not stored", () =>
    Effect.gen(function*() {
      const { changeObjects, changeTags } = yield* Tagging
      const zones = yield* tagId("z", "ZONE")
      const none = { added: 0, removed: 0, unresolved: ["a.example"] }
      assert.deepStrictEqual(yield* changeObjects(zones, { add: ["a.example"] }), none)
      assert.deepStrictEqual(yield* changeTags({ type: "ZONE", objects: ["a.example"], replace: [zones] }), none)
      yield* Tags.use(({ remove }) => remove(zones))
    }).pipe(inNewOrganization))

  it.effect("refuses every contradiction of a call at once", () =>
    Effect.gen(function*() {
      const { changeObjects, changeTags } = yield* Tagging
      const [contact, a, b] = [yield* contactId, yield* tagId("a"), yield* tagId("b")]
      const problemsOf = Effect.map((error: { readonly _tag: string }) =>
        "issues" in error
          ? (error.issues as ReadonlyArray<{ loc: ReadonlyArray<unknown> }>).map(({ loc }) => loc.join("."))
          : error._tag
      )
      assert.deepStrictEqual(
        yield* problemsOf(Effect.flip(changeObjects(a, { add: [contact], remove: ["nobody", contact] }))),
        ["body.remove.1"]
      )
      assert.deepStrictEqual(
        yield* problemsOf(Effect.flip(
          changeTags({ type: "CONTACT", objects: [contact], add: [a], remove: [b, a], replace: [] })
        )),
        ["body.replace", "body.remove.1"]
      )
      assert.deepStrictEqual(yield* labelsOf(contact), [])
    }).pipe(inNewOrganization))

  it.effect("finds no tag and no object of another organization", () =>
    Effect.gen(function*() {
      const { changeObjects, changeTags } = yield* Tagging
      const [contact, tag] = [yield* contactId, yield* tagId("a")]
      const stranger = administrator(yield* newOrganizationId)
      const elsewhere = Effect.provideService(CurrentActor, stranger)
      const errors = [
        yield* Effect.flip(elsewhere(changeObjects(tag, { add: [contact] }))),
        yield* Effect.flip(elsewhere(changeTags({ type: "CONTACT", objects: [contact], remove: [tag] }))),
        yield* Effect.flip(changeTags({ type: "CONTACT", objects: [contact], add: [tag, yield* newTagId] }))
      ]
      assert.deepStrictEqual(new Set(errors.map((error) => error._tag)), new Set(["TagNotFound"]))
      const own = yield* elsewhere(tagId("own"))
      assert.deepStrictEqual(yield* elsewhere(changeObjects(own, { add: [contact] })), {
        added: 0,
        removed: 0,
        unresolved: [contact]
      })
      assert.deepStrictEqual(yield* labelsOf(contact), [])
    }).pipe(inNewOrganization))

  it.effect("leaves one of two replacements that run at once, never a mixture", () =>
    Effect.gen(function*() {
      const { changeTags } = yield* Tagging
      const [contact, a, b] = [yield* contactId, yield* tagId("a"), yield* tagId("b")]
      yield* Effect.forEach(
        [a, b, a, b],
        (tag) => changeTags({ type: "CONTACT", objects: [contact], replace: [tag] }),
        {
          concurrency: "unbounded"
        }
      )
      assert.lengthOf((yield* labelsOf(contact)) ?? [], 1)
    }).pipe(inNewOrganization))
})
