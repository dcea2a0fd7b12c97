import { assert, layer } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { Contacts, newContactId } from "@namewright/core/contacts"
import { CurrentActor, newOrganizationId, type Permission } from "@namewright/core/shared"
import { statusTag, StatusTags, Tagging, Tags } from "@namewright/core/tags"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { contactsPlatform, inNewOrganization, UsedContacts } from "./ContactsPlatform.ts"
import { newContact } from "./newContact.ts"

const newestFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 10 }

/** Runs an effect with other permissions, or as another organization. */
const as = <A, E, R>(effect: Effect.Effect<A, E, R>, rights?: ReadonlyArray<Permission>) =>
  Effect.gen(function*() {
    const actor = rights === undefined ? administrator(yield* newOrganizationId) : yield* CurrentActor
    return yield* Effect.provideService(effect, CurrentActor, {
      ...actor,
      permissions: rights === undefined ? actor.permissions : new Set(rights)
    })
  })

layer(contactsPlatform)("Contacts", (it) => {
  it.effect("creates a contact with its postal code in the country's form", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(DateTime.makeUnsafe("2026-03-01T12:00:00.789Z").epochMilliseconds)
      const { create, get } = yield* Contacts
      const { organization_id } = yield* CurrentActor
      const contact = yield* create(newContact)
      assert.deepStrictEqual(contact, {
        ...newContact,
        contact_id: contact.contact_id,
        organization_id,
        postal_code: "SW1Y 4JH",
        created_on: DateTime.makeUnsafe("2026-03-01T12:00:00Z"),
        updated_on: DateTime.makeUnsafe("2026-03-01T12:00:00Z"),
        attribute_sets: [],
        tags: null,
        status_tags: null
      })
      assert.deepStrictEqual(yield* get(contact.contact_id, []), contact)
    }).pipe(inNewOrganization))

  it.effect("refuses a postal code that the country does not have, and stores nothing", () =>
    Effect.gen(function*() {
      const { create, list } = yield* Contacts
      const error = yield* Effect.flip(create({ ...newContact, country: "NL", postal_code: "0234 AB" }))
      if (error._tag !== "InvalidInput") return assert.fail(error._tag)
      const message = "\"0234 AB\" is not a postal code of NL; an example is 1234 AB"
      assert.deepStrictEqual(error.issues, [
        {
          loc: ["body", "postal_code"],
          type: "invalid_postal_code",
          msg: message,
          input: "0234 AB",
          ctx: { message }
        }
      ])
      assert.strictEqual((yield* list({}, newestFirst, firstPage, [])).total, 0)
    }).pipe(inNewOrganization))

  it.effect("shows tags by label and status tags where they are asked for", () =>
    Effect.gen(function*() {
      const contacts = yield* Contacts
      const { organization_id } = yield* CurrentActor
      const { contact_id } = yield* contacts.create(newContact)
      const { create } = yield* Tags
      const second = yield* create({ type: "CONTACT", label: "second", color: "color-9" })
      const first = yield* create({ type: "CONTACT", label: "first" })
      yield* Tagging.use(({ changeTags }) =>
        changeTags({ type: "CONTACT", objects: [contact_id], replace: [second.tag_id, first.tag_id] })
      )
      yield* StatusTags.use(({ set }) => set(organization_id, "CONTACT", contact_id, "VERIFICATION_REQUIRED"))
      const shown = yield* contacts.get(contact_id, ["tags"])
      assert.deepStrictEqual(shown.tags, [
        { tag_id: first.tag_id, label: "first", color: "color-1" },
        { tag_id: second.tag_id, label: "second", color: "color-9" }
      ])
      assert.deepStrictEqual(shown.status_tags, [statusTag("VERIFICATION_REQUIRED")])
      const listed = yield* contacts.list({ tag_ids: [first.tag_id] }, newestFirst, firstPage, ["tags"])
      assert.deepStrictEqual(listed.items, [shown])
      yield* StatusTags.use(({ clear }) => clear(organization_id, "CONTACT", contact_id, "VERIFICATION_REQUIRED"))
      assert.deepStrictEqual((yield* contacts.get(contact_id, ["tags"])).status_tags, [])
    }).pipe(inNewOrganization))

  it.effect("deletes an unused contact with its tags", () =>
    Effect.gen(function*() {
      const contacts = yield* Contacts
      const tags = yield* Tags
      const { contact_id } = yield* contacts.create(newContact)
      const tag = yield* tags.create({ type: "CONTACT", label: "gone" })
      yield* Tagging.use(({ changeObjects }) => changeObjects(tag.tag_id, { add: [contact_id] }))
      yield* contacts.remove(contact_id)
      assert.strictEqual((yield* Effect.flip(contacts.get(contact_id, []))).code, "ERROR_CONTACT_NOT_FOUND")
      assert.strictEqual((yield* Effect.flip(contacts.remove(contact_id))).code, "ERROR_CONTACT_NOT_FOUND")
      assert.strictEqual((yield* tags.get(tag.tag_id)).object_count, 0)
    }).pipe(inNewOrganization))

  it.effect("refuses to delete a contact that a domain names", () =>
    Effect.gen(function*() {
      const contacts = yield* Contacts
      const { contact_id } = yield* contacts.create(newContact)
      yield* UsedContacts.use(({ put }) => put(contact_id))
      assert.strictEqual((yield* Effect.flip(contacts.remove(contact_id))).code, "ERROR_CONTACT_IN_USE")
      assert.strictEqual((yield* contacts.get(contact_id, [])).contact_id, contact_id)
    }).pipe(inNewOrganization))

  it.effect("hides contacts of another organization, and their use by domains", () =>
    Effect.gen(function*() {
      const contacts = yield* Contacts
      const { contact_id } = yield* contacts.create(newContact)
      yield* UsedContacts.use(({ put }) => put(contact_id))
      const answers = [
        yield* Effect.flip(as(contacts.get(contact_id, []))),
        yield* Effect.flip(as(contacts.remove(contact_id)))
      ]
      assert.deepStrictEqual(answers.map((error) => error.code), ["ERROR_CONTACT_NOT_FOUND", "ERROR_CONTACT_NOT_FOUND"])
      assert.strictEqual((yield* as(contacts.list({}, newestFirst, firstPage, []))).total, 0)
    }).pipe(inNewOrganization))

  it.effect("asks for the right of each operation", () =>
    Effect.gen(function*() {
      const contacts = yield* Contacts
      const { contact_id } = yield* contacts.create(newContact)
      const refused = [
        yield* Effect.flip(as(contacts.create(newContact), ["contacts:read", "contacts:delete"])),
        yield* Effect.flip(as(contacts.get(contact_id, []), ["tags:read"])),
        yield* Effect.flip(as(contacts.list({}, newestFirst, firstPage, []), ["domains:manage"])),
        yield* Effect.flip(as(contacts.remove(contact_id), ["contacts:manage"]))
      ]
      assert.deepStrictEqual(refused.map((error) => error._tag), Array.from({ length: 4 }, () => "PermissionDenied"))
      yield* as(contacts.get(contact_id, []), ["contacts:read"])
      yield* as(contacts.create(newContact), ["contacts:manage"])
      yield* as(contacts.remove(contact_id), ["contacts:delete"])
      assert.strictEqual((yield* Effect.flip(contacts.remove(yield* newContactId))).code, "ERROR_CONTACT_NOT_FOUND")
    }).pipe(inNewOrganization))
})
