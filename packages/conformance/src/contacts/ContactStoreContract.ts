import { assert, layer } from "@effect/vitest"
import { type Contact, type ContactFilter, ContactStore, newContactId } from "@namewright/core/contacts"
import { newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { newTagId, type TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import { Deferred, Effect, Fiber, type Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import { newTag } from "../tags/newTag.ts"
import { taggedObjects, taggedObjectsContract } from "../tags/TaggedObjectsContract.ts"
import { newContact } from "./newContact.ts"

const newestFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 10 }

const inserted = Effect.fnUntraced(function*(organization: OrganizationId, rest: Partial<Contact> = {}) {
  const contact = yield* newContact(organization, rest)
  yield* ContactStore.use((store) => store.insert(contact))
  return contact
})

/** First names of the contacts that match a filter, sorted. Each contact has another first name. */
const shown = Effect.fnUntraced(function*(organization: OrganizationId, filter: ContactFilter) {
  const { list } = yield* ContactStore
  const { items, total } = yield* list(organization, filter, { by: "first_name", order: "asc" }, firstPage)
  assert.strictEqual(total, items.length)
  return items.map((contact) => contact.first_name).join(" ")
})

/** Contract of storage adapters for contacts. */
export const contactStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ContactStore | TagStore | TaggedObjectKinds | Transaction, E>
) => {
  layer(storage)(`ContactStore (${name})`, (it) => {
    it.effect("finds an inserted contact as it was inserted", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const organization = yield* newOrganizationId
        const bare = yield* inserted(organization)
        const full = yield* inserted(organization, {
          org: "Analytical \"Engines\" Ltd",
          title: "Countess",
          fax: "+44.2079460001",
          state: "Greater London",
          disclose: true
        })
        assert.deepStrictEqual(yield* store.find(organization, full.contact_id), Option.some(full))
        const both = yield* store.findMany(organization, [full.contact_id, bare.contact_id, yield* newContactId])
        assert.sameDeepMembers([...both], [bare, full])
        assert.deepStrictEqual(yield* store.findMany(organization, []), [])
      }))

    it.effect("returns the existing ones among thousands of ids, without those of other organizations", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const organization = yield* newOrganizationId
        const { contact_id: own } = yield* inserted(organization)
        const { contact_id: other } = yield* inserted(organization)
        const { contact_id: foreign } = yield* inserted(yield* newOrganizationId)
        const unknown = yield* Effect.forEach(Array.from({ length: 3000 }), () => newContactId)
        assert.deepStrictEqual(
          yield* store.existing(organization, [own, foreign, ...unknown, other, own]),
          new Set([own, other])
        )
        assert.deepStrictEqual(yield* store.existing(organization, []), new Set())
      }))

    it.effect("hides contacts of other organizations", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const owner = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const contact = yield* inserted(owner)
        yield* store.remove(stranger, contact.contact_id)
        assert.deepStrictEqual(yield* store.find(stranger, contact.contact_id), Option.none())
        assert.deepStrictEqual(yield* store.ownerOf(contact.contact_id), Option.some(owner))
        assert.deepStrictEqual(yield* store.ownerOf(yield* newContactId), Option.none())
        assert.deepStrictEqual(yield* store.lock(stranger, [contact.contact_id]), new Set())
        assert.isFalse(yield* store.lockExclusively(stranger, contact.contact_id))
        assert.strictEqual(yield* shown(stranger, {}), "")
        assert.deepStrictEqual(yield* store.find(owner, contact.contact_id), Option.some(contact))
      }))

    it.effect("removes a contact with everything that belongs to it", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const tagged = yield* taggedObjects("CONTACT")
        const organization = yield* newOrganizationId
        const { contact_id } = yield* inserted(organization)
        const tag = yield* newTag("vip", { type: "CONTACT" })
        yield* TagStore.use((tags) => tags.insert(organization, tag))
        yield* tagged.add(organization, [tag.tag_id], [contact_id])
        yield* tagged.setStatus(organization, contact_id, "VERIFICATION_REQUIRED")
        assert.isTrue(yield* store.lockExclusively(organization, contact_id))
        yield* store.remove(organization, contact_id)
        assert.deepStrictEqual(yield* store.find(organization, contact_id), Option.none())
        assert.strictEqual((yield* tagged.count(organization, [tag.tag_id])).get(tag.tag_id) ?? 0, 0)
        assert.strictEqual(yield* shown(organization, { search: "lovelace" }), "")
      }))

    it.effect("lists in every order, in pages that do not overlap", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const organization = yield* newOrganizationId
        for (const [first_name, last_name, email] of [["B", "x", "2@a.example"], ["A", "z", "3@a.example"]] as const) {
          yield* inserted(organization, { first_name, last_name, email })
          yield* TestClock.adjust("1 minute")
        }
        yield* inserted(organization, { first_name: "C", last_name: "y", email: "1@a.example" })
        yield* inserted(organization, { first_name: "C", last_name: "y", email: "1@a.example" })
        const firstNames = (by: "first_name" | "last_name" | "email" | "created_on", order: "asc" | "desc") =>
          Effect.map(
            store.list(organization, {}, { by, order }, firstPage),
            ({ items }) => items.map((contact) => contact.first_name).join("")
          )
        assert.strictEqual(yield* firstNames("first_name", "asc"), "ABCC")
        assert.strictEqual(yield* firstNames("last_name", "desc"), "ACCB")
        assert.strictEqual(yield* firstNames("email", "asc"), "CCBA")
        assert.strictEqual(yield* firstNames("created_on", "desc"), "CCAB")
        const pages = yield* Effect.forEach([1, 2, 3], (page) =>
          store.list(organization, {}, newestFirst, { page, page_size: 2 }))
        assert.deepStrictEqual(pages.map(({ items, total }) => [items.length, total]), [[2, 4], [2, 4], [0, 4]])
        assert.strictEqual(
          new Set(pages.flatMap(({ items }) =>
            items.map((contact) => contact.contact_id)
          )).size,
          4
        )
      }))

    it.effect("finds a literal part of one field, in any case and script", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        yield* inserted(organization, { first_name: "Ada", last_name: "Östlund", email: "a_b%c@Example.com" })
        yield* inserted(organization, {
          first_name: "Östen",
          last_name: "Adams",
          email: "oe@mail.example",
          org: "Ada AB"
        })
        yield* inserted(organization, {
          first_name: "Li",
          last_name: "Å",
          email: "li@mail.example",
          org: "100% \"Q\" \\o/"
        })
        assert.strictEqual(yield* shown(organization, { first_name: "ADA" }), "Ada")
        assert.strictEqual(yield* shown(organization, { last_name: "ada" }), "Östen")
        assert.strictEqual(yield* shown(organization, { first_name: "öst" }), "Östen")
        assert.strictEqual(yield* shown(organization, { last_name: "å" }), "Li")
        assert.strictEqual(yield* shown(organization, { email: "mail.example" }), "Li Östen")
        assert.strictEqual(yield* shown(organization, { email: "_b%" }), "Ada")
        assert.strictEqual(yield* shown(organization, { email: "b_c" }), "")
        assert.strictEqual(yield* shown(organization, { first_name: "\u001f" }), "")
        assert.strictEqual(yield* shown(organization, { email: "" }), "Ada Li Östen")
        assert.strictEqual(yield* shown(organization, { search: "0% \"q\" \\O/" }), "Li")
      }))

    it.effect("finds every word of a search in any of names, organization and email", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        yield* inserted(organization, { first_name: "Ada", last_name: "Lovelace", email: "ada@engine.example" })
        yield* inserted(organization, {
          first_name: "Charles",
          last_name: "Babbage",
          org: "Engine Works",
          email: "cb@a.example"
        })
        assert.strictEqual(yield* shown(organization, { search: "engine" }), "Ada Charles")
        assert.strictEqual(yield* shown(organization, { search: "love  ADA" }), "Ada")
        assert.strictEqual(yield* shown(organization, { search: "ada works" }), "")
        assert.strictEqual(yield* shown(organization, { search: "cb" }), "Charles")
        assert.strictEqual(yield* shown(organization, { search: "  " }), "Ada Charles")
        assert.strictEqual(yield* shown(organization, { search: "adalovelace" }), "")
      }))

    it.effect("narrows by country and by both ends of a time, exclusively", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const early = yield* inserted(organization, { first_name: "Early", country: "GB" })
        yield* TestClock.adjust("1 hour")
        const late = yield* inserted(organization, { first_name: "Late", country: "SE" })
        assert.strictEqual(yield* shown(organization, { country: "SE" }), "Late")
        assert.strictEqual(yield* shown(organization, { created_after: early.created_on }), "Late")
        assert.strictEqual(yield* shown(organization, { created_before: late.created_on }), "Early")
        assert.strictEqual(yield* shown(organization, { created_before: late.created_on, country: "SE" }), "")
      }))

    it.effect("reads tags and status tags in each mode, and joins them", () =>
      Effect.gen(function*() {
        const tagged = yield* taggedObjects("CONTACT")
        const tags = yield* TagStore
        const organization = yield* newOrganizationId
        const [a, b] = [yield* newTag("a", { type: "CONTACT" }), yield* newTag("b", { type: "CONTACT" })]
        yield* Effect.forEach([a, b], (tag) => tags.insert(organization, tag))
        const both = yield* inserted(organization, { first_name: "Both" })
        const one = yield* inserted(organization, { first_name: "One" })
        yield* inserted(organization, { first_name: "None" })
        yield* tagged.add(organization, [a.tag_id, b.tag_id], [both.contact_id])
        yield* tagged.add(organization, [a.tag_id], [one.contact_id])
        yield* tagged.setStatus(organization, one.contact_id, "EXTERNAL")
        yield* tagged.setStatus(organization, one.contact_id, "VERIFICATION_REQUIRED")
        const tag_ids = [a.tag_id, b.tag_id, a.tag_id]
        assert.strictEqual(yield* shown(organization, { tag_ids }), "Both One")
        assert.strictEqual(yield* shown(organization, { tag_ids, tag_mode: "match_all" }), "Both")
        assert.strictEqual(yield* shown(organization, { tag_ids, tag_mode: "match_none" }), "None")
        assert.strictEqual(yield* shown(organization, { tag_ids: [], tag_mode: "match_all" }), "Both None One")
        const unknown = [yield* newTagId]
        assert.strictEqual(yield* shown(organization, { tag_ids: unknown }), "")
        assert.strictEqual(yield* shown(organization, { tag_ids: unknown, tag_mode: "match_none" }), "Both None One")
        const status_tags = ["EXTERNAL", "IMPORT_PENDING"] as const
        assert.strictEqual(yield* shown(organization, { status_tags }), "One")
        assert.strictEqual(yield* shown(organization, { status_tags, status_tag_mode: "match_all" }), "")
        assert.strictEqual(yield* shown(organization, { status_tags, status_tag_mode: "match_none" }), "Both None")
        assert.strictEqual(
          yield* shown(organization, { tag_ids, status_tags, status_tag_mode: "match_none" }),
          "Both"
        )
      }))

    it.effect("returns the tags of each contact", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const tagged = yield* taggedObjects("CONTACT")
        const organization = yield* newOrganizationId
        const tag = yield* newTag("a", { type: "CONTACT" })
        yield* TagStore.use((tags) => tags.insert(organization, tag))
        const { contact_id } = yield* inserted(organization)
        const plain = yield* inserted(organization)
        yield* tagged.add(organization, [tag.tag_id], [contact_id])
        yield* tagged.setStatus(organization, contact_id, "VERIFICATION_REQUIRED")
        yield* tagged.setStatus(organization, contact_id, "EXTERNAL")
        yield* tagged.clearStatus(organization, contact_id, "EXTERNAL")
        const carried = yield* store.tagsOf(organization, [contact_id, plain.contact_id])
        assert.deepStrictEqual(carried.get(contact_id), {
          tags: [tag.tag_id],
          status_tags: ["VERIFICATION_REQUIRED"]
        })
        assert.deepStrictEqual(carried.get(plain.contact_id) ?? { tags: [], status_tags: [] }, {
          tags: [],
          status_tags: []
        })
        assert.strictEqual((yield* store.tagsOf(organization, [])).size, 0)
      }))

    it.effect("makes a deletion wait for transactions that locked the contact", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const { contact_id } = yield* inserted(organization)
        const locked = yield* Deferred.make<void>()
        const used = yield* Ref.make(false)
        const user = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          const contacts = yield* store.lock(organization, [contact_id])
          yield* Deferred.succeed(locked, undefined)
          // Enough turns for the other transaction to interleave, if it could.
          yield* Effect.repeat(store.find(organization, contact_id), { times: 20 })
          yield* Ref.set(used, true)
          return contacts
        })))
        yield* Deferred.await(locked)
        const seen = yield* atomically(Effect.andThen(store.lockExclusively(organization, contact_id), Ref.get(used)))
        assert.deepStrictEqual(yield* Fiber.join(user), new Set([contact_id]))
        assert.isTrue(seen)
      }))

    it.effect("blocks locks of a contact after its deletion began", () =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const { contact_id } = yield* inserted(organization)
        const deleting = yield* Deferred.make<void>()
        const deletion = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* store.lockExclusively(organization, contact_id)
          yield* Deferred.succeed(deleting, undefined)
          yield* Effect.repeat(store.find(organization, contact_id), { times: 20 })
          yield* store.remove(organization, contact_id)
        })))
        yield* Deferred.await(deleting)
        assert.deepStrictEqual(yield* atomically(store.lock(organization, [contact_id])), new Set())
        yield* Fiber.join(deletion)
      }))
  })

  taggedObjectsContract(name, storage, {
    type: "CONTACT",
    object: (organization) =>
      Effect.map(inserted(organization), ({ contact_id }) => ({ id: contact_id, references: [contact_id] })),
    unknownId: newContactId
  })
}
