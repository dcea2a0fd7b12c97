import { assert, layer } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { Contacts } from "@namewright/core/contacts"
import { CurrentActor, newOrganizationId, type Permission } from "@namewright/core/shared"
import { newTagId, Tagging, Tags } from "@namewright/core/tags"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { contactsPlatform, inNewOrganization } from "../contacts/ContactsPlatform.ts"
import { newContact } from "../contacts/newContact.ts"

const byLabel = { by: "label", order: "asc" } as const
const firstPage = { page: 1, page_size: 10 }

const elsewhere = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(newOrganizationId, (id) => Effect.provideService(effect, CurrentActor, administrator(id)))

const withRights = <A, E, R>(effect: Effect.Effect<A, E, R>, ...rights: ReadonlyArray<Permission>) =>
  Effect.flatMap(
    CurrentActor,
    (actor) => Effect.provideService(effect, CurrentActor, { ...actor, permissions: new Set(rights) })
  )

layer(contactsPlatform)("Tags", (it) => {
  it.effect("creates a tag in the palette's first color, carried by nothing", () =>
    Effect.gen(function*() {
      const { create, get } = yield* Tags
      const tag = yield* create({ type: "DOMAIN", label: "VIP", color: null, description: "" })
      assert.deepStrictEqual([tag.color, tag.description, tag.object_count], ["color-1", null, 0])
      assert.deepStrictEqual(yield* get(tag.tag_id), tag)
    }).pipe(inNewOrganization))

  it.effect("refuses a label that the type already has", () =>
    Effect.gen(function*() {
      const { create, update } = yield* Tags
      yield* create({ type: "DOMAIN", label: "VIP" })
      const other = yield* create({ type: "DOMAIN", label: "other" })
      const errors = [
        yield* Effect.flip(create({ type: "DOMAIN", label: "vip" })),
        yield* Effect.flip(update(other.tag_id, { label: "Vip" }))
      ]
      assert.deepStrictEqual(errors.map((error) => error.code), [
        "ERROR_TAG_LABEL_ALREADY_EXISTS",
        "ERROR_TAG_LABEL_ALREADY_EXISTS"
      ])
      assert.deepStrictEqual(errors.map((error) => "label" in error && error.label), ["vip", "Vip"])
      yield* create({ type: "ZONE", label: "VIP" })
    }).pipe(inNewOrganization))

  it.effect("changes given members, and records the time", () =>
    Effect.gen(function*() {
      const { create, update } = yield* Tags
      const tag = yield* create({ type: "DOMAIN", label: "VIP", color: "color-2", description: "text" })
      yield* TestClock.adjust("1 hour")
      const renamed = yield* update(tag.tag_id, { label: "vip", color: null })
      assert.deepStrictEqual(renamed, { ...tag, label: "vip", updated_on: renamed.updated_on })
      assert.notDeepEqual(renamed.updated_on, tag.updated_on)
      const cleared = yield* update(tag.tag_id, { color: "color-3", description: null })
      assert.deepStrictEqual([cleared.label, cleared.color, cleared.description], ["vip", "color-3", null])
    }).pipe(inNewOrganization))

  it.effect("counts the objects of each tag of a page", () =>
    Effect.gen(function*() {
      const tags = yield* Tags
      const contacts = yield* Contacts
      const { changeObjects } = yield* Tagging
      const one = yield* contacts.create(newContact)
      const two = yield* contacts.create(newContact)
      const both = yield* tags.create({ type: "CONTACT", label: "both" })
      const single = yield* tags.create({ type: "CONTACT", label: "one" })
      yield* tags.create({ type: "DOMAIN", label: "none" })
      yield* changeObjects(both.tag_id, { add: [one.contact_id, two.contact_id] })
      yield* changeObjects(single.tag_id, { add: [one.contact_id] })
      const page = yield* tags.list({}, byLabel, firstPage)
      assert.deepStrictEqual(page.items.map((tag) => [tag.label, tag.object_count]), [
        ["both", 2],
        ["none", 0],
        ["one", 1]
      ])
      assert.strictEqual((yield* tags.get(both.tag_id)).object_count, 2)
      assert.strictEqual((yield* tags.update(both.tag_id, { color: "color-5" })).object_count, 2)
    }).pipe(inNewOrganization))

  it.effect("deletes a tag and removes it from all objects", () =>
    Effect.gen(function*() {
      const tags = yield* Tags
      const contacts = yield* Contacts
      const { contact_id } = yield* contacts.create(newContact)
      const { tag_id } = yield* tags.create({ type: "CONTACT", label: "short-lived" })
      yield* Tagging.use(({ changeObjects }) => changeObjects(tag_id, { add: [contact_id] }))
      yield* tags.remove(tag_id)
      assert.strictEqual((yield* Effect.flip(tags.get(tag_id))).code, "ERROR_TAG_NOT_FOUND")
      assert.strictEqual((yield* Effect.flip(tags.remove(tag_id))).code, "ERROR_TAG_NOT_FOUND")
      assert.deepStrictEqual((yield* contacts.get(contact_id, ["tags"])).tags, [])
      yield* tags.create({ type: "CONTACT", label: "short-lived" })
    }).pipe(inNewOrganization))

  it.effect("hides tags of another organization", () =>
    Effect.gen(function*() {
      const tags = yield* Tags
      const { tag_id } = yield* tags.create({ type: "DOMAIN", label: "mine" })
      const errors = [
        yield* Effect.flip(elsewhere(tags.get(tag_id))),
        yield* Effect.flip(elsewhere(tags.update(tag_id, { label: "theirs" }))),
        yield* Effect.flip(elsewhere(tags.remove(tag_id)))
      ]
      assert.deepStrictEqual(new Set(errors.map((error) => error.code)), new Set(["ERROR_TAG_NOT_FOUND"]))
      assert.strictEqual((yield* elsewhere(tags.list({}, byLabel, firstPage))).total, 0)
      yield* elsewhere(tags.create({ type: "DOMAIN", label: "mine" }))
    }).pipe(inNewOrganization))

  it.effect("asks for the right of each operation", () =>
    Effect.gen(function*() {
      const tags = yield* Tags
      const { changeObjects, changeTags } = yield* Tagging
      const { tag_id } = yield* tags.create({ type: "DOMAIN", label: "mine" })
      const bulk = { type: "DOMAIN", objects: ["a.example"], add: [tag_id] } as const
      const refused = [
        yield* Effect.flip(withRights(tags.create({ type: "DOMAIN", label: "x" }), "tags:read", "tags:delete")),
        yield* Effect.flip(withRights(tags.get(tag_id), "domains:manage")),
        yield* Effect.flip(withRights(tags.list({}, byLabel, firstPage), "domains:manage")),
        yield* Effect.flip(withRights(tags.update(tag_id, {}), "tags:read", "tags:delete")),
        yield* Effect.flip(withRights(tags.remove(tag_id), "tags:manage")),
        yield* Effect.flip(withRights(changeObjects(tag_id, {}), "tags:read", "domains:manage")),
        yield* Effect.flip(withRights(changeTags(bulk), "tags:read", "domains:manage"))
      ]
      assert.deepStrictEqual(new Set(refused.map((error) => error._tag)), new Set(["PermissionDenied"]))
      yield* withRights(tags.get(tag_id), "tags:read")
      yield* withRights(tags.update(tag_id, {}), "tags:manage")
      yield* withRights(changeTags(bulk), "tags:manage")
      yield* withRights(tags.remove(tag_id), "tags:delete")
      assert.strictEqual((yield* Effect.flip(tags.get(yield* newTagId))).code, "ERROR_TAG_NOT_FOUND")
    }).pipe(inNewOrganization))
})
