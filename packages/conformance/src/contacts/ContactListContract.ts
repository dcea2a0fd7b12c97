import { assert, layer } from "@effect/vitest"
import {
  type Contact,
  type ContactClaim,
  ContactClaimStore,
  ContactStore,
  isVerified,
  unverified
} from "@namewright/core/contacts"
import { DomainStore } from "@namewright/core/domains"
import { Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { newTagId, type TaggedObjectKinds, type TaggedObjects, type TagId, TagStore } from "@namewright/core/tags"
import { DateTime, Effect, type Layer, Schema } from "effect"
import { newTag } from "../tags/newTag.ts"
import { taggedObjects } from "../tags/TaggedObjectsContract.ts"
import {
  atHour,
  filterOf,
  GeneratedContact,
  GeneratedContactQuery,
  type KnownContact,
  knownTags,
  listedIn
} from "./ContactGenerators.ts"
import { domainNaming } from "./ContactUsageContract.ts"
import { newContact } from "./newContact.ts"

const People = Schema.Array(GeneratedContact).check(Schema.isMinLength(3), Schema.isMaxLength(25))
const Queries = Schema.Array(GeneratedContactQuery).check(Schema.isMinLength(12), Schema.isMaxLength(12))

/** Stores the generated claim of an email address; true if it is verified now. */
const emailClaimed = Effect.fnUntraced(function*(
  organization: OrganizationId,
  { contact_id }: Contact,
  generated: GeneratedContact["email_claim"]
) {
  if (generated === null) return false
  const now = yield* Instant.now
  const end = { past: now, future: DateTime.add(now, { seconds: 1 }) }
  const claim: ContactClaim = {
    ...unverified(organization, contact_id, "EMAIL", now),
    state: generated.state,
    expires_on: generated.expires === null ? null : end[generated.expires]
  }
  // Claims that the filter does not read.
  const others = [{ ...claim, claim: "NAME", state: "VERIFIED", expires_on: null } as const]
  yield* ContactClaimStore.use(({ putClaims }) => putClaims([claim, ...others]))
  return isVerified(claim, now)
})

/** Stores a generated contact, and a domain that names it if the generator says so. */
const stored = Effect.fnUntraced(function*(
  tagged: TaggedObjects,
  organization: OrganizationId,
  tags: ReadonlyArray<TagId>,
  generated: GeneratedContact
) {
  const store = yield* ContactStore
  const { country, email, first_name, last_name, org } = generated
  const created_on = atHour(generated.hour)
  const contact = yield* newContact(organization, {
    first_name,
    last_name,
    org,
    email,
    country,
    created_on,
    updated_on: created_on
  })
  const { contact_id } = contact
  yield* store.insert(contact)
  const known: KnownContact = {
    contact,
    tags: [...new Set(generated.tags)].flatMap((index) => tags[index] ?? []),
    status_tags: generated.status_tags,
    used: generated.used,
    verified: yield* emailClaimed(organization, contact, generated.email_claim)
  }
  yield* tagged.add(organization, known.tags, [contact_id])
  yield* Effect.forEach(known.status_tags, (tag) => tagged.setStatus(organization, contact_id, tag))
  if (generated.gone) {
    yield* store.remove(organization, contact_id)
    return []
  }
  if (generated.used) {
    const domain = yield* domainNaming(organization, contact_id)
    yield* Effect.orDie(DomainStore.use(({ insert }) => insert(domain)))
  }
  return [known]
})

const addressBookOf = Effect.fnUntraced(function*(generators: ReadonlyArray<GeneratedContact>) {
  const organization = yield* newOrganizationId
  const made = yield* Effect.forEach(
    Array.from({ length: knownTags }, (_, index) => `tag ${index}`),
    (label) => newTag(label, { type: "CONTACT" })
  )
  const { insert } = yield* TagStore
  yield* Effect.forEach(made, (tag) => Effect.orDie(insert(organization, tag)))
  const tags = made.map((tag) => tag.tag_id)
  const tagged = yield* taggedObjects("CONTACT")
  const { atomically } = yield* Transaction
  const contacts = yield* atomically(
    Effect.forEach(generators, (generated) => stored(tagged, organization, tags, generated))
  )
  return { organization, tags, contacts: contacts.flat() }
})

/** Compares lists of the storage with lists over an array, for any filter, order and page. */
export const contactListContract = <E>(
  name: string,
  storage: Layer.Layer<ContactClaimStore | ContactStore | TagStore | TaggedObjectKinds | DomainStore | Transaction, E>
) =>
  layer(storage)(`Lists of contacts (${name})`, (it) => {
    it.effect.prop("are those of a plain array", [People, Queries], ([generators, queries]) =>
      Effect.gen(function*() {
        const store = yield* ContactStore
        const { contacts, organization, tags } = yield* addressBookOf(generators)
        const unknown = yield* newTagId
        for (const query of queries) {
          const { by, order, page, page_size } = query
          const filter = filterOf(query, tags, unknown)
          const expected = listedIn(contacts, filter, by, order)
          const found = yield* store.list(organization, filter, { by, order }, { page, page_size })
          const parameters = JSON.stringify({ filter, by, order, page, page_size })
          assert.strictEqual(found.total, expected.length, parameters)
          assert.deepStrictEqual(found.items, expected.slice((page - 1) * page_size, page * page_size), parameters)
        }
      }), { timeout: 120_000, arbitrary: { runs: 15 } })
  })
