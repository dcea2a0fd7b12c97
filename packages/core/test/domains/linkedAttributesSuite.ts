import { assert, layer } from "@effect/vitest"
import { AttributeSets, type ContactId, Contacts, CreateAttributeSet } from "@namewright/core/contacts"
import type { Domain } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { RegistrySimulator } from "@namewright/core/registry"
import { Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { pointers } from "./assertUntouched.ts"
import { update } from "./domainRequests.ts"
import {
  anotherContact,
  atRegistry,
  type Customer,
  customer,
  domainNow,
  everyRole,
  openIntents,
  ownedByRival,
  passDays,
  register,
  transferIn
} from "./DomainsPlatform.ts"
import { recovery } from "./faultSuite.ts"

const code = "Transfer-Code-1"
let labels = 0

/** Gives a contact a new attribute set. */
const linked = Effect.fnUntraced(function*(
  owner: Customer,
  contact: ContactId,
  tld: string,
  attributes: Record<string, string>
) {
  const sets = yield* AttributeSets
  const input = Schema.decodeUnknownSync(CreateAttributeSet)({ label: `set ${++labels}`, tld, attributes })
  const { contact_attribute_set_id } = yield* owner.act(sets.create(input))
  yield* owner.act(sets.link(contact, contact_attribute_set_id))
})

/** Attributes of the domain's contact in a role, as the registry has them. */
const attributesAtRegistry = Effect.fnUntraced(function*(domain: Domain, role = "registrant") {
  const simulator = yield* RegistrySimulator
  const link = (yield* atRegistry(domain))?.contacts.find(({ type }) => type === role)
  if (link === undefined) return undefined
  const contact = yield* Effect.orDie(simulator.registry(domain.registry).infoContact(link.handle))
  return Option.getOrUndefined(contact)?.attributes
})

const citizen = { US_NEXUS_CATEGORY: "C11", US_APP_PURPOSE: "P1" }

/** Tests of attribute sets of contacts in orders of domains. */
export const linkedAttributesSuite = (name: string, platform: Layer.Layer<PlatformServices>) =>
  layer(platform)(`Attribute sets of contacts in orders (${name})`, (it) => {
    it.effect("are sent to the registry below the attributes of the request, in their roles, and are not returned", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { contact_id } = owner
        yield* linked(owner, contact_id, "us", citizen)
        const plain = yield* register(owner, "plain-set.us")
        assert.deepStrictEqual(yield* attributesAtRegistry(plain), citizen)
        assert.deepStrictEqual(yield* attributesAtRegistry(plain, "tech"), {})
        assert.isTrue(plain.contacts.every(({ attributes }) => attributes === undefined))

        const contacts = { ...everyRole(contact_id), registrant: { contact_id, attributes: { US_APP_PURPOSE: "P3" } } }
        const over = yield* register(owner, "over-set.us", { contacts })
        assert.deepStrictEqual(yield* attributesAtRegistry(over), { ...citizen, US_APP_PURPOSE: "P3" })
        assert.deepStrictEqual(
          over.contacts.find(({ contact_type }) => contact_type === "registrant")?.attributes,
          { US_APP_PURPOSE: "P3" }
        )
      }))

    it.effect("count for their TLD only", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* linked(owner, owner.contact_id, "ca", { CIRA_CPR: "CCT" })
        const refused = yield* Effect.flip(register(owner, "other-tld.us"))
        assert.deepStrictEqual(pointers(refused), [
          "contacts.registrant[0].attributes.US_NEXUS_CATEGORY",
          "contacts.registrant[0].attributes.US_APP_PURPOSE"
        ])
      }))

    it.effect("are checked together with the attributes of the request, conditions included", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { contact_id } = owner
        yield* linked(owner, contact_id, "us", { US_NEXUS_CATEGORY: "C31", US_APP_PURPOSE: "P2" })
        const ordered = (label: string, attributes: Record<string, string>) =>
          register(owner, `${label}.us`, {
            contacts: { ...everyRole(contact_id), registrant: { contact_id, attributes } }
          })
        const refusals = [
          [{}, "US_NEXUS_COUNTRY_CODE"],
          [{ US_NEXUS_COUNTRY_CODE: "ZZ" }, "US_NEXUS_COUNTRY_CODE"],
          [{ US_NEXUS_COUNTRY_CODE: "DE", US_APP_PURPOSE: "" }, "US_APP_PURPOSE"],
          [{ US_NEXUS_COUNTRY_CODE: "DE", colour: "red" }, "colour"]
        ] as const
        for (const [attributes, key] of refusals) {
          const refused = yield* Effect.flip(ordered("conditional", attributes))
          assert.deepStrictEqual(pointers(refused), [`contacts.registrant[0].attributes.${key}`])
        }
        const foreign = yield* ordered("foreign", { US_NEXUS_COUNTRY_CODE: "DE" })
        assert.deepStrictEqual(yield* attributesAtRegistry(foreign), {
          US_NEXUS_CATEGORY: "C31",
          US_APP_PURPOSE: "P2",
          US_NEXUS_COUNTRY_CODE: "DE"
        })
        const national = yield* ordered("national", { US_NEXUS_CATEGORY: "C11" })
        assert.deepStrictEqual(yield* attributesAtRegistry(national), {
          US_NEXUS_CATEGORY: "C11",
          US_APP_PURPOSE: "P2"
        })
      }))

    it.effect("reach the registry with the next change of the contacts, under another handle", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { contact_id } = owner
        const registrant = { contact_id, attributes: citizen }
        const domain = yield* register(owner, "later-set.us", { contacts: { ...everyRole(contact_id), registrant } })
        const before = (yield* atRegistry(domain))?.contacts
        yield* linked(owner, contact_id, "us", { US_NEXUS_CATEGORY: "C12", US_APP_PURPOSE: "P5" })
        yield* update(owner, domain, { renewal_mode: "expire" })
        assert.deepStrictEqual((yield* atRegistry(domain))?.contacts, before)
        const changed = yield* update(owner, domain, { contacts: { registrant: contact_id } })
        assert.deepStrictEqual(yield* attributesAtRegistry(domain), { US_NEXUS_CATEGORY: "C12", US_APP_PURPOSE: "P5" })
        assert.isTrue(changed.contacts.every(({ attributes }) => attributes === undefined))
        const after = (yield* atRegistry(domain))?.contacts ?? []
        const others = after.filter(({ type }) => type !== "registrant")
        assert.deepStrictEqual(others, (before ?? []).filter(({ type }) => type !== "registrant"))
      }))

    it.effect("are sent after a transfer", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        yield* linked(owner, owner.contact_id, "us", citizen)
        yield* ownedByRival("moved-set.us", "godaddy", code)
        yield* TestClock.adjust("61 days")
        const requested = yield* transferIn(owner, "moved-set.us", { auth_code: code })
        yield* passDays(5)
        yield* recovery
        const domain = yield* domainNow(owner, requested)
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.deepStrictEqual(yield* attributesAtRegistry(domain), citizen)
        assert.isTrue(domain.contacts.every(({ attributes }) => attributes === undefined))
      }))

    it.effect("are those of the order when a command is repeated", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const { contact_id } = owner
        const { faults } = yield* RegistrySimulator
        yield* faults.inject({ method: "createDomain", fault: "cutBefore", object: "repeated.us", times: 1 })
        yield* faults.inject({ method: "infoDomain", fault: "temporary", object: "repeated.us", times: 1000 })
        const registrant = { contact_id, attributes: citizen }
        const order = { contacts: { ...everyRole(contact_id), registrant } }
        const pending = yield* register(owner, "repeated.us", order)
        assert.deepStrictEqual(yield* openIntents(pending), ["domain.create prepared"])
        yield* linked(owner, contact_id, "us", { US_NEXUS_COUNTRY_CODE: "DE" })
        yield* faults.clear
        yield* recovery
        const domain = yield* domainNow(owner, pending)
        assert.deepStrictEqual(yield* openIntents(domain), [])
        assert.deepStrictEqual(yield* attributesAtRegistry(domain), citizen)
      }))

    it.effect("decide whether a contact can take requests about a domain", () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const stranger = yield* customer()
        const person = yield* anotherContact(owner)
        const desk = yield* anotherContact(owner)
        yield* linked(owner, person, "de", { DE_CONTACT_TYPE: "PERSON" })
        yield* linked(owner, desk, "de", {
          DE_CONTACT_TYPE: "REQUEST",
          DE_ABUSE_URI_TEMPLATE: "https://desk.example/{domain}"
        })
        yield* linked(stranger, stranger.contact_id, "de", { DE_CONTACT_TYPE: "REQUEST" })
        const domain = yield* register(owner, "requests.de")
        for (const key of ["de_general_request_contact", "de_abuse_contact"]) {
          for (const contact of [owner.contact_id, person, stranger.contact_id]) {
            const attributes = { [key]: contact }
            const onCreate = yield* Effect.flip(register(owner, "other-requests.de", { attributes }))
            const onUpdate = yield* Effect.flip(update(owner, domain, { attributes }))
            for (const refused of [onCreate, onUpdate]) {
              assert.deepStrictEqual(pointers(refused), [`attributes.${key}`])
            }
          }
          const elsewhere = yield* Effect.flip(register(owner, "requests.com", { attributes: { [key]: desk } }))
          assert.deepStrictEqual(pointers(elsewhere), [`attributes.${key}`])
          const changed = yield* update(owner, domain, { attributes: { [key]: desk } })
          assert.strictEqual(changed.attributes[key], desk)
        }
        const contacts = yield* Contacts
        const [set] = (yield* owner.act(contacts.get(desk, []))).attribute_sets
        const sets = yield* AttributeSets
        const inUse = Effect.flip(owner.act(contacts.remove(desk)))
        assert.strictEqual((yield* inUse).code, "ERROR_CONTACT_IN_USE")
        if (set === undefined) return assert.fail("the contact has its set")
        const removal = owner.act(sets.remove(set.contact_attribute_set_id))
        assert.strictEqual((yield* Effect.flip(removal)).code, "ERROR_CONTACT_ATTRIBUTE_SET_IN_USE")
        yield* update(owner, domain, { attributes: { de_general_request_contact: "" } })
        assert.strictEqual((yield* inUse).code, "ERROR_CONTACT_IN_USE")
        yield* update(owner, domain, { attributes: { de_abuse_contact: "" } })
        yield* removal
        yield* owner.act(contacts.remove(desk))
      }))
  })
