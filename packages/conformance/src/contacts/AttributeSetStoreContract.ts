import { assert, layer } from "@effect/vitest"
import {
  type AttributeLink,
  type AttributeSetRecord,
  AttributeSetSortField,
  AttributeSetStore,
  type ContactId,
  ContactStore,
  newAttributeLinkId,
  newAttributeSetId
} from "@namewright/core/contacts"
import { DomainStore } from "@namewright/core/domains"
import { Instant, newOrganizationId, type OrganizationId, SortOrder, Text, Transaction } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, type Layer, Option, Ref, Schema } from "effect"
import { day, newDomain, newLabel } from "../domains/DomainSamples.ts"
import { newAttributeSet } from "./newAttributeSet.ts"
import { newContact } from "./newContact.ts"

const newestFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 100 }

const inserted = Effect.fnUntraced(function*(
  organization: OrganizationId,
  label: string,
  rest: Partial<AttributeSetRecord> = {}
) {
  const set = yield* newAttributeSet(organization, label, rest)
  yield* AttributeSetStore.use((store) => store.insert(set))
  return set
})

const contactOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const contact = yield* newContact(organization)
  yield* ContactStore.use(({ insert }) => insert(contact))
  return contact.contact_id
})

const linkTo = Effect.fnUntraced(function*(
  { contact_attribute_set_id, organization_id, tld }: AttributeSetRecord,
  contact_id: ContactId
) {
  const link: AttributeLink = {
    contact_attribute_link_id: yield* newAttributeLinkId,
    contact_id,
    contact_attribute_set_id,
    tld,
    created_on: yield* Instant.now
  }
  yield* AttributeSetStore.use((store) => store.link(organization_id, link))
  return link
})

/** Set as part of a contact. */
const shown = ({ attributes, contact_attribute_set_id, label, tld }: AttributeSetRecord) => ({
  contact_attribute_set_id,
  label,
  tld,
  attributes
})

const tlds = ["us", "de", "co.uk"]

const GeneratedSet = Schema.Struct({
  tld: Schema.Literals(tlds),
  label: Schema.Literals(["a", "B", "abc", "ABCD", "50%", "5_0", "Größe", "größe 2"]),
  created: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
  updated: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
  links: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 })),
  gone: Schema.Boolean
})
type GeneratedSet = typeof GeneratedSet.Type

const GeneratedQuery = Schema.Struct({
  tld: Schema.UndefinedOr(Schema.Literals([...tlds, "fr"])),
  label: Schema.UndefinedOr(Schema.Literals(["", "a", "abc", "%", "_", "GRÖ", "zzzz"])),
  by: AttributeSetSortField,
  order: SortOrder,
  page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 })),
  page_size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 7 }))
})

const Sets = Schema.Array(GeneratedSet).check(Schema.isMinLength(3), Schema.isMaxLength(16))
const Queries = Schema.Array(GeneratedQuery).check(Schema.isMinLength(12), Schema.isMaxLength(12))

/** Sets of a new organization with the numbers of their contacts. A label is used once for each TLD. */
const portfolioOf = Effect.fnUntraced(function*(generated: ReadonlyArray<GeneratedSet>) {
  const store = yield* AttributeSetStore
  const organization = yield* newOrganizationId
  const first = new Map(generated.toReversed().map((one) => [`${one.tld} ${one.label}`, one]))
  const sets = yield* Effect.forEach(
    [...first.values()],
    ({ created, gone, label, links, tld, updated }) =>
      Effect.gen(function*() {
        const dates = { created_on: day(created), updated_on: day(updated) }
        const set = yield* inserted(organization, label, { tld, ...dates })
        for (let link = 0; link < links; link++) yield* linkTo(set, yield* contactOf(organization))
        if (!gone) return [{ ...set, linked_contacts: links }]
        yield* store.remove(organization, set.contact_attribute_set_id)
        return []
      })
  )
  return { organization, sets: sets.flat() }
})

const sortKeys = {
  label: (set: AttributeSetRecord) => set.label,
  tld: (set: AttributeSetRecord) => set.tld,
  created_on: (set: AttributeSetRecord) => DateTime.formatIso(set.created_on),
  updated_on: (set: AttributeSetRecord) => DateTime.formatIso(set.updated_on)
}

/** Order of the bytes, which is that of the code points. */
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Contract of storage adapters for attribute sets and their links. */
export const attributeSetStoreContract = <E>(
  name: string,
  storage: Layer.Layer<AttributeSetStore | ContactStore | DomainStore | Transaction, E>
) =>
  layer(storage)(`AttributeSetStore (${name})`, (it) => {
    it.effect("finds an inserted set as it was inserted, and hides it from other organizations", () =>
      Effect.gen(function*() {
        const store = yield* AttributeSetStore
        const owner = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const set = yield* inserted(owner, "Größe \"M\"", { attributes: { "at-ext-contact:type": "ü\n", b: "" } })
        const { contact_attribute_set_id: id } = set
        const whole = { ...set, linked_contacts: 0 }
        for (const read of [store.find, store.lock, store.lockForChange]) {
          assert.deepStrictEqual(yield* read(owner, id), Option.some(whole))
          assert.deepStrictEqual(yield* read(stranger, id), Option.none())
          assert.deepStrictEqual(yield* read(owner, yield* newAttributeSetId), Option.none())
        }
        yield* store.rename({ ...set, organization_id: stranger, label: "theirs" })
        yield* store.remove(stranger, id)
        assert.strictEqual((yield* store.list(stranger, {}, newestFirst, firstPage)).total, 0)
        assert.deepStrictEqual((yield* store.list(owner, {}, newestFirst, firstPage)).items, [whole])
      }))

    it.effect("refuses a label that the TLD has, on insert and on rename", () =>
      Effect.gen(function*() {
        const store = yield* AttributeSetStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        yield* inserted(organization, "same")
        const other = yield* inserted(organization, "other")
        const onInsert = yield* Effect.flip(atomically(inserted(organization, "same")))
        const onRename = yield* Effect.flip(atomically(store.rename({ ...other, label: "same" })))
        for (const { code, label } of [onInsert, onRename]) {
          assert.deepStrictEqual([code, label], ["ERROR_CONTACT_ATTRIBUTE_SET_LABEL_ALREADY_EXISTS", "same"])
        }
        yield* inserted(organization, "Same")
        yield* inserted(organization, "same", { tld: "de" })
        yield* inserted(yield* newOrganizationId, "same")
        assert.strictEqual((yield* store.list(organization, {}, newestFirst, firstPage)).total, 4)
      }))

    it.effect("renames a set, and finds it by its new label only", () =>
      Effect.gen(function*() {
        const store = yield* AttributeSetStore
        const organization = yield* newOrganizationId
        const set = yield* inserted(organization, "old label", { created_on: day(1), updated_on: day(1) })
        const renamed = { ...set, label: "New Label", tld: "de", attributes: {}, updated_on: day(2) }
        yield* store.rename(renamed)
        const { contact_attribute_set_id: id } = set
        const expected = { ...set, label: "New Label", updated_on: day(2), linked_contacts: 0 }
        assert.deepStrictEqual(yield* store.find(organization, id), Option.some(expected))
        const found = (label: string) =>
          Effect.map(store.list(organization, { label }, newestFirst, firstPage), ({ total }) => total)
        assert.deepStrictEqual([yield* found("old"), yield* found("new lab")], [0, 1])
      }))

    it.effect("links a contact to one set of a TLD, and shows the sets of contacts by TLD", () =>
      Effect.gen(function*() {
        const store = yield* AttributeSetStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const us = yield* inserted(organization, "citizens")
        const others = yield* inserted(organization, "others", { attributes: { US_NEXUS_CATEGORY: "C12" } })
        const de = yield* inserted(organization, "requests", { tld: "de", attributes: { DE_CONTACT_TYPE: "REQUEST" } })
        const both = yield* contactOf(organization)
        const one = yield* contactOf(organization)
        const none = yield* contactOf(organization)
        yield* linkTo(us, both)
        yield* linkTo(de, both)
        yield* linkTo(us, one)
        for (const set of [us, others]) {
          const refused = yield* Effect.flip(atomically(linkTo(set, both)))
          assert.deepStrictEqual(
            [refused.code, refused.contact_id, refused.tld],
            ["ERROR_CONTACT_ATTRIBUTE_LINK_ALREADY_EXISTS", both, "us"]
          )
        }
        const contacts = [both, none, one]
        assert.deepStrictEqual(
          yield* store.linkedTo(organization, contacts),
          new Map([[both, [shown(de), shown(us)]], [one, [shown(us)]]])
        )
        assert.deepStrictEqual(yield* store.linkedTo(organization, contacts, "de"), new Map([[both, [shown(de)]]]))
        assert.deepStrictEqual(yield* store.linkedTo(yield* newOrganizationId, contacts), new Map())
        assert.deepStrictEqual(yield* store.linkedTo(organization, []), new Map())
        const counted = Effect.map(
          store.find(organization, us.contact_attribute_set_id),
          Option.map(({ linked_contacts }) => linked_contacts)
        )
        assert.deepStrictEqual(yield* counted, Option.some(2))

        const unlink = (id: ContactId) => store.unlink(organization, id, us.contact_attribute_set_id)
        assert.isFalse(yield* store.unlink(yield* newOrganizationId, one, us.contact_attribute_set_id))
        assert.deepStrictEqual([yield* unlink(one), yield* unlink(one), yield* unlink(none)], [true, false, false])
        assert.deepStrictEqual(yield* counted, Option.some(1))
        assert.deepStrictEqual(yield* store.linkedTo(organization, [one]), new Map())
        yield* linkTo(others, one)
        assert.deepStrictEqual(yield* store.linkedTo(organization, [one]), new Map([[one, [shown(others)]]]))
      }))

    it.effect("removes links with their set and with their contact", () =>
      Effect.gen(function*() {
        const store = yield* AttributeSetStore
        const contacts = yield* ContactStore
        const organization = yield* newOrganizationId
        const us = yield* inserted(organization, "us")
        const de = yield* inserted(organization, "de", { tld: "de" })
        const first = yield* contactOf(organization)
        const second = yield* contactOf(organization)
        yield* Effect.forEach([first, second], (contact) => Effect.andThen(linkTo(us, contact), linkTo(de, contact)))
        yield* store.remove(organization, us.contact_attribute_set_id)
        assert.deepStrictEqual(
          yield* store.linkedTo(organization, [first, second]),
          new Map([[first, [shown(de)]], [second, [shown(de)]]])
        )
        yield* contacts.remove(organization, first)
        assert.deepStrictEqual(
          (yield* store.list(organization, {}, newestFirst, firstPage)).items,
          [{ ...de, linked_contacts: 1 }]
        )
      }))

    it.effect("knows the sets that domains of their TLD use, also with one contact", () =>
      Effect.gen(function*() {
        const domains = yield* DomainStore
        const organization = yield* newOrganizationId
        const set = yield* inserted(organization, "us")
        const used = yield* contactOf(organization)
        const unused = yield* contactOf(organization)
        yield* linkTo(set, used)
        yield* linkTo(set, unused)
        const { contact_attribute_set_id: id } = set
        const naming = (tld: string) =>
          Effect.flatMap(
            newLabel,
            (label) =>
              newDomain(organization, `${label}.${tld}`, { contacts: [{ contact_id: used, contact_type: "tech" }] })
          )
        yield* domains.insert(yield* naming("com"))
        assert.isFalse(yield* domains.usesAttributeSet(id))
        const domain = yield* naming("us")
        yield* domains.insert(domain)
        const answers = Effect.all([
          domains.usesAttributeSet(id),
          domains.usesAttributeSet(id, used),
          domains.usesAttributeSet(id, unused)
        ])
        assert.deepStrictEqual(yield* answers, [true, true, false])
        yield* domains.remove(domain.domain_id)
        assert.deepStrictEqual(yield* answers, [false, false, false])
      }))

    it.effect.prop(
      "lists as a plain array would, for any filter, order and page",
      [Sets, Queries],
      ([generated, queries]) =>
        Effect.gen(function*() {
          const store = yield* AttributeSetStore
          const { atomically } = yield* Transaction
          const { organization, sets } = yield* atomically(Effect.orDie(portfolioOf(generated)))
          for (const { by, label, order, page, page_size, tld } of queries) {
            const part = Text.foldCase(label ?? "")
            const key = sortKeys[by]
            const sorted = sets
              .filter((set) => (tld === undefined || set.tld === tld) && Text.foldCase(set.label).includes(part))
              .toSorted((a, b) =>
                compare(key(a), key(b)) || compare(a.contact_attribute_set_id, b.contact_attribute_set_id)
              )
            const expected = order === "asc" ? sorted : sorted.toReversed()
            const found = yield* store.list(organization, { label, tld }, { by, order }, { page, page_size })
            const parameters = JSON.stringify({ by, label, order, page, page_size, tld })
            assert.strictEqual(found.total, expected.length, parameters)
            assert.deepStrictEqual(found.items, expected.slice((page - 1) * page_size, page * page_size), parameters)
          }
        }),
      { timeout: 120_000, arbitrary: { runs: 12 } }
    )

    it.effect("lets a change of a set wait for links in progress", () =>
      Effect.gen(function*() {
        const store = yield* AttributeSetStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const set = yield* inserted(organization, "held")
        const contact = yield* contactOf(organization)
        const { contact_attribute_set_id: id } = set
        const locked = yield* Deferred.make<void>()
        const linked = yield* Ref.make(false)
        const linking = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* store.lock(organization, id)
          yield* Deferred.succeed(locked, undefined)
          // Enough turns for the other transaction to interleave, if it could.
          yield* Effect.repeat(store.find(organization, id), { times: 20 })
          yield* linkTo(set, contact)
          yield* Ref.set(linked, true)
        })))
        yield* Deferred.await(locked)
        const sawLink = yield* atomically(Effect.gen(function*() {
          yield* store.lockForChange(organization, id)
          const seen = yield* Ref.get(linked)
          yield* store.remove(organization, id)
          return seen
        }))
        yield* Fiber.join(linking)
        assert.isTrue(sawLink)
        assert.deepStrictEqual(yield* store.linkedTo(organization, [contact]), new Map())
      }))
  })
