import { assert, layer } from "@effect/vitest"
import { ContactStore } from "@namewright/core/contacts"
import { type Domain, DomainExists, DomainStore, type PolicyVerification } from "@namewright/core/domains"
import { DomainName, Hostname, newDomainId, newOrganizationId, Transaction } from "@namewright/core/shared"
import type { TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import { Deferred, Effect, Fiber, type Layer, Option, Ref, Struct } from "effect"
import { newContact } from "../contacts/newContact.ts"
import { taggedObjectsContract } from "../tags/TaggedObjectsContract.ts"
import { domainListContract } from "./DomainListContract.ts"
import { contactId, day, nameservers, newDomain, newLabel } from "./DomainSamples.ts"

const newest = { by: "created_on", order: "desc" } as const
/** Verification with every member. */
const verification: PolicyVerification = {
  state: "required",
  triggered_on: day(1),
  changed_on: day(2),
  claims: ["NAME", "EMAIL"],
  contacts: [contactId(1)],
  suspends_on: day(16),
  holds: true,
  relocks: false
}

const firstPage = { page: 1, page_size: 10 }
const options = { now: day(0), tags: false }

/** Domain without default values. */
const unusual = Effect.fnUntraced(function*(domainName: string) {
  return yield* newDomain(yield* newOrganizationId, domainName, {
    roid: "",
    registry: "other",
    registrar: "OPENSRS",
    registrar_credential_id: "registrar_credential_1",
    renewal_mode: "expire",
    is_premium: true,
    read_only: true,
    registry_statuses: ["inactive", "clientTransferProhibited", "clientHold"],
    contacts: [
      { contact_id: contactId(1), contact_type: "registrant", attributes: { "x-kind": "a \"b\"" } },
      { contact_id: contactId(1), contact_type: "admin" },
      { contact_id: contactId(2), contact_type: "tech" }
    ],
    nameservers: [
      { hostname: Hostname.make("ns2.host.example"), ip_addresses: [] },
      { hostname: Hostname.make(`ns1.${domainName}`), ip_addresses: ["192.0.2.1", "2001:db8::1"] }
    ],
    auth_code: "a'b\"c\\d",
    auth_code_expires_on: day(1),
    attributes: { auto_renew_period: "monthly", other: "ü" },
    verification_required: { claims: ["email"], deadlines: [{ type: "deletion", date: day(2) }] },
    policy_verification: verification,
    registered_on: day(3),
    expires_on: day(4),
    transferred_on: day(5),
    canceled_on: day(6),
    deleted_on: day(7),
    created_on: day(8),
    updated_on: day(9),
    unpaid_renewal_on: day(10),
    next_action_on: day(11)
  })
})

/** Contract of the storage of domains. */
export const domainStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ContactStore | DomainStore | TagStore | TaggedObjectKinds | Transaction, E>
) => {
  layer(storage)(`DomainStore (${name})`, (it) => {
    it.effect("finds a domain by id and name as it was inserted, and as it was saved", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const strange = yield* unusual(`${yield* newLabel}.co.uk`)
        const plain = yield* newDomain(strange.organization_id, strange.name, { domain_id: strange.domain_id })
        yield* store.insert(strange)
        assert.deepStrictEqual(yield* store.find(strange.domain_id), Option.some(strange))
        assert.deepStrictEqual(yield* store.find(strange.name), Option.some(strange))
        yield* store.save(plain)
        assert.deepStrictEqual(yield* store.find(strange.domain_id), Option.some(plain))
        yield* store.save(strange)
        assert.deepStrictEqual(yield* store.lock(strange.domain_id), Option.some(strange))
        const listed = yield* store.list(strange.organization_id, {}, newest, firstPage, options)
        assert.deepStrictEqual(listed.items.map(({ domain }) => domain), [strange])
        assert.deepStrictEqual(
          yield* store.findListed(strange.name, { tags: true }),
          Option.some({ domain: strange, has_hosts: false, tags: [], status_tags: [] })
        )
      }))

    it.effect("finds the existing domains of thousands of ids and names, each once", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const one = yield* newDomain(yield* newOrganizationId, `${yield* newLabel}.com`)
        const two = yield* newDomain(yield* newOrganizationId, `${yield* newLabel}.co.uk`)
        yield* store.insert(one)
        yield* store.insert(two)
        const unknown = yield* Effect.forEach(Array.from({ length: 1500 }), () => newDomainId)
        const names = yield* Effect.forEach(Array.from({ length: 1500 }), () => newLabel)
        const found = yield* store.findReferred([
          ...unknown,
          two.name,
          one.domain_id,
          one.name,
          ...names.map((label) => DomainName.make(`${label}.com`))
        ])
        assert.sameDeepMembers(
          found.map((domain) => ({ ...domain })),
          [one, two].map((domain) => Struct.pick(domain, ["domain_id", "name", "organization_id", "tld"]))
        )
        assert.deepStrictEqual(yield* store.findReferred([]), [])
      }))

    it.effect("rejects a name that is taken, and returns the id of the domain to its organization only", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const organization = yield* newOrganizationId
        const domain = yield* newDomain(organization, `${yield* newLabel}.com`)
        yield* store.insert(domain)
        const own = yield* Effect.flip(store.insert({ ...domain, domain_id: yield* newDomainId }))
        const foreign = yield* Effect.flip(
          store.insert({ ...domain, domain_id: yield* newDomainId, organization_id: yield* newOrganizationId })
        )
        assert.deepStrictEqual(own, new DomainExists({ domain_name: domain.name, domain_id: domain.domain_id }))
        assert.deepStrictEqual(foreign, new DomainExists({ domain_name: domain.name }))
        assert.strictEqual((yield* store.counts(organization, day(0))).total_count, 1)
      }))

    it.effect("removes a domain, whose name is free again", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const domain = yield* unusual(`${yield* newLabel}.com`)
        yield* store.insert(domain)
        yield* store.remove(domain.domain_id)
        yield* store.remove(domain.domain_id)
        yield* store.save(domain)
        assert.deepStrictEqual(yield* store.find(domain.name), Option.none())
        assert.deepStrictEqual(yield* store.lock(domain.domain_id), Option.none())
        assert.strictEqual(
          (yield* store.list(domain.organization_id, { search: domain.sld }, newest, firstPage, options)).total,
          0
        )
        yield* store.insert({ ...domain, domain_id: yield* newDomainId })
        assert.strictEqual(
          (yield* store.list(domain.organization_id, { search: domain.sld }, newest, firstPage, options)).total,
          1
        )
      }))

    it.effect("stores nothing of a transaction that is rolled back", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const domain = yield* unusual(`${yield* newLabel}.com`)
        const organization = domain.organization_id
        yield* Effect.ignore(atomically(Effect.gen(function*() {
          yield* store.insert(domain)
          assert.strictEqual((yield* store.list(organization, {}, newest, firstPage, options)).total, 1)
          return yield* Effect.fail("undone")
        })))
        assert.strictEqual((yield* store.list(organization, {}, newest, firstPage, options)).total, 0)
        yield* store.insert(domain)
        assert.strictEqual((yield* store.list(organization, {}, newest, firstPage, options)).total, 1)
        assert.strictEqual((yield* store.counts(organization, day(0))).total_count, 1)
      }))

    it.effect("moves a domain to another organization with its counts, and without its tags", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const domain = yield* unusual(`${yield* newLabel}.com`)
        const other = yield* newOrganizationId
        yield* store.insert(domain)
        yield* store.save({ ...domain, organization_id: other })
        const totals = yield* store.totals([domain.organization_id, other, yield* newOrganizationId])
        assert.deepStrictEqual([totals.get(domain.organization_id) ?? 0, totals.get(other)], [0, 1])
        assert.strictEqual((yield* store.list(other, {}, newest, firstPage, options)).items.length, 1)
        assert.strictEqual((yield* store.list(domain.organization_id, {}, newest, firstPage, options)).total, 0)
      }))

    it.effect("lists the domains with a due action, the earliest first", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const organization = yield* newOrganizationId
        const ids = yield* Effect.forEach([-9001, -9003, -9000, -9002], (days) =>
          Effect.gen(function*() {
            const domain = yield* newDomain(organization, `${yield* newLabel}.com`, { next_action_on: day(days) })
            yield* store.insert(domain)
            return domain.domain_id
          }))
        const due = Effect.fnUntraced(function*(limit: number) {
          return (yield* store.due(day(-9001), limit)).map((id) => ids.indexOf(id))
        })
        assert.deepStrictEqual([yield* due(10), yield* due(2)], [[1, 3, 0], [1, 3]])
        yield* Effect.forEach(ids, store.remove)
      }))

    it.effect("finds out if contacts and nameservers are used", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const domain = yield* newDomain(yield* newOrganizationId, `${yield* newLabel}.com`)
        const host = `ns1.${domain.name}`
        const used = { ...domain, nameservers: nameservers(host, "ns2.host.example") }
        const contact = yield* newContact(domain.organization_id)
        yield* ContactStore.use(({ insert }) => insert(contact))
        const named = [contact.contact_id, contactId(903)]
        const contacts = named.map((contact_id) => ({ contact_id, contact_type: "tech" as const }))
        assert.deepStrictEqual(yield* store.insert({ ...used, contacts }), new Set([contact.contact_id]))
        const answers = Effect.all([
          store.usesContact(contact.contact_id),
          store.usesContact(contactId(902)),
          store.usesNameserver(Hostname.make(host)),
          store.usesNameserver(Hostname.make(`1.${domain.name}`)),
          store.usesNameserver(Hostname.make(domain.name))
        ])
        assert.deepStrictEqual(yield* answers, [true, false, true, false, false])
        assert.deepStrictEqual(yield* store.contactUses(contact.contact_id), [
          { tld: used.tld, contact_type: "tech", name: used.name }
        ])
        assert.deepStrictEqual(yield* store.contactUses(contactId(902)), [])
        assert.deepStrictEqual(yield* store.namesWithContact(contact.contact_id, 2), [domain.name])
        assert.deepStrictEqual(yield* store.namesWithContact(contact.contact_id, 0), [])
        assert.deepStrictEqual(yield* store.namesWithContact(contactId(902), 2), [])
        yield* store.save({ ...domain, contacts: [{ contact_id: contactId(902), contact_type: "tech" }] })
        assert.deepStrictEqual(yield* answers, [false, true, false, false, false])
        yield* store.remove(domain.domain_id)
        assert.deepStrictEqual(yield* answers, [false, false, false, false, false])
      }))

    it.effect("finds the domains that wait for a contact, or for another one with its address", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const contacts = yield* ContactStore
        const organization = yield* newOrganizationId
        const email = `${yield* newLabel}@example.org`
        const contactWith = Effect.fnUntraced(function*(address: string, of = organization) {
          const contact = { ...(yield* newContact(of)), email: address }
          yield* contacts.insert(contact)
          return contact.contact_id
        })
        const named = yield* contactWith(email)
        const namesake = yield* contactWith(email)
        const stranger = yield* contactWith(`other.${email}`)
        const foreign = yield* contactWith(email, yield* newOrganizationId)
        const both = (["registrant", "tech"] as const).map((contact_type) => ({ contact_id: named, contact_type }))
        const waiting = (members: Partial<Domain>) =>
          Effect.gen(function*() {
            const domain = yield* newDomain(organization, `${yield* newLabel}.com`, { contacts: both, ...members })
            yield* store.insert(domain)
            return domain.domain_id
          })
        const first = yield* waiting({ policy_verification: verification, next_action_on: day(-8000) })
        const second = yield* waiting({ policy_verification: verification, next_action_on: null })
        const verified = yield* waiting({ policy_verification: null, next_action_on: day(-8000) })
        const found = (contact: typeof named, days: number, limit = 10) =>
          store.awaitingContact(contact, day(days), limit)
        assert.deepStrictEqual(yield* found(named, -8001), [first, second])
        assert.deepStrictEqual(yield* found(namesake, -8001), [first, second])
        assert.deepStrictEqual(yield* found(stranger, -8001), [])
        assert.deepStrictEqual(yield* found(foreign, -8001), [])
        assert.deepStrictEqual(yield* found(named, -8000), [second])
        assert.deepStrictEqual(yield* found(named, -8001, 1), [first])
        yield* Effect.forEach([first, second, verified], store.remove)
      }))

    it.effect("finds domains by name, the longest first", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const organization = yield* newOrganizationId
        const label = yield* newLabel
        const above = yield* newDomain(organization, `${label}.com`)
        const nearer = yield* newDomain(organization, `sub.${label}.com`)
        yield* store.insert(above)
        yield* store.insert(nearer)
        const candidates = [`a.sub.${label}.com`, nearer.name, above.name].map((text) => DomainName.make(text))
        assert.deepStrictEqual(yield* store.named(candidates), [nearer, above])
        assert.deepStrictEqual(yield* store.named(candidates.slice(2)), [above])
        assert.deepStrictEqual(yield* store.named(candidates.slice(0, 1)), [])
        assert.deepStrictEqual(yield* store.named([]), [])
      }))

    it.effect("applies concurrent changes of a domain one after the other", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const domain = yield* newDomain(yield* newOrganizationId, `${yield* newLabel}.com`, {
          attributes: { changes: "0" }
        })
        yield* store.insert(domain)
        const once = atomically(store.change(
          domain.domain_id,
          (current) =>
            Effect.succeed({ ...current, attributes: { changes: `${Number(current.attributes["changes"]) + 1}` } })
        ))
        const answers = yield* Effect.all(Array.from({ length: 8 }, () => once), { concurrency: "unbounded" })
        assert.deepStrictEqual(
          answers.map((answer) => Option.getOrThrow(answer).attributes["changes"]).toSorted(),
          ["1", "2", "3", "4", "5", "6", "7", "8"]
        )
        assert.deepStrictEqual(
          yield* store.find(domain.domain_id),
          Option.some({ ...domain, attributes: { changes: "8" } })
        )
        const gone = store.change(yield* newDomainId, () => Effect.die(new Error("There is nothing to change")))
        assert.deepStrictEqual(yield* gone, Option.none())
      }))

    it.effect("locks a domain until the transaction ends", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const domain = yield* newDomain(yield* newOrganizationId, `${yield* newLabel}.com`)
        yield* store.insert(domain)
        const locked = yield* Deferred.make<void>()
        const finished = yield* Ref.make(false)
        const holder = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* store.lock(domain.domain_id)
          yield* Deferred.succeed(locked, undefined)
          // Enough queries for the other transaction to run in between if the lock did not work.
          yield* Effect.repeat(store.find(domain.domain_id), { times: 20 })
          yield* Ref.set(finished, true)
        })))
        yield* Deferred.await(locked)
        const seen = yield* atomically(Effect.andThen(store.lock(domain.domain_id), Ref.get(finished)))
        yield* Fiber.join(holder)
        assert.isTrue(seen)
      }))

    it.effect("counts domains exactly after concurrent changes", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const domains = yield* Effect.forEach(Array.from({ length: 24 }), () =>
          Effect.flatMap(newLabel, (label) => newDomain(organization, `${label}.com`)))
        yield* Effect.forEach(domains, (domain) =>
          atomically(store.insert(domain)), { concurrency: 8 })
        yield* Effect.forEach(
          domains.slice(0, 12),
          (domain, index) =>
            atomically(index % 2 === 0 ? store.remove(domain.domain_id) : store.save({ ...domain, is_premium: true })),
          { concurrency: 8 }
        )
        const premium = yield* store.list(organization, { is_premium: true }, newest, firstPage, options)
        assert.deepStrictEqual([(yield* store.counts(organization, day(0))).total_count, premium.total], [18, 6])
      }))
  })

  taggedObjectsContract(name, storage, {
    type: "DOMAIN",
    unknownId: newDomainId,
    object: Effect.fnUntraced(function*(organization) {
      const store = yield* DomainStore
      const domain = yield* newDomain(organization, `${yield* newLabel}.com`)
      yield* Effect.orDie(store.insert(domain))
      const { domain_id, name: domainName } = domain
      return { id: domain_id, references: [domain_id, domainName, domainName.toUpperCase(), `${domainName}.`] }
    })
  })

  domainListContract(name, storage)
}
