import { assert, layer } from "@effect/vitest"
import { ContactStore } from "@namewright/core/contacts"
import { type DomainContact, DomainStore, type PolicyVerification } from "@namewright/core/domains"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { newContact } from "../contacts/newContact.ts"
import { contactId, day, newDomain, newLabel } from "./DomainSamples.ts"

/** Contract of storage adapters for domains: what their contacts have to be verified for. */
export const domainContactsContract = <E>(
  name: string,
  storage: Layer.Layer<ContactStore | DomainStore, E>
) =>
  layer(storage)(`DomainStore, contacts (${name})`, (it) => {
    it.effect("finds the domains of a registrant, page by page", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const organization = yield* newOrganizationId
        const contact = yield* newContact(organization)
        yield* ContactStore.use(({ insert }) => insert(contact))
        const { contact_id } = contact
        const inserted = Effect.fnUntraced(function*(roles: ReadonlyArray<DomainContact["contact_type"]>) {
          const domain = yield* newDomain(organization, `${yield* newLabel}.com`)
          const others = [{ contact_id: contactId(904), contact_type: "registrant" as const }]
          const contacts = [...others, ...roles.map((contact_type) => ({ contact_id, contact_type }))]
          yield* store.insert({ ...domain, contacts })
          return domain
        })
        const { domain_id: first, registry } = yield* inserted(["registrant"])
        yield* inserted(["tech"])
        const { domain_id: third } = yield* inserted(["admin", "registrant"])
        const { domain_id: last } = yield* inserted(["registrant"])
        assert.deepStrictEqual(yield* store.registeredBy(contact_id, registry, null, 2), [first, third])
        assert.deepStrictEqual(yield* store.registeredBy(contact_id, registry, third, 2), [last])
        assert.deepStrictEqual(yield* store.registeredBy(contact_id, registry, last, 2), [])
        assert.deepStrictEqual(yield* store.registeredBy(contact_id, "elsewhere", null, 2), [])
      }))

    it.effect("finds the claims that policies require of a contact", () =>
      Effect.gen(function*() {
        const store = yield* DomainStore
        const domain = yield* newDomain(yield* newOrganizationId, `${yield* newLabel}.com`)
        const contact = yield* newContact(domain.organization_id)
        yield* ContactStore.use(({ insert }) => insert(contact))
        const { contact_id } = contact
        const policy_verification: PolicyVerification = {
          state: "required",
          triggered_on: day(1),
          changed_on: day(2),
          claims: ["NAME", "EMAIL"],
          contacts: [contact_id],
          suspends_on: null,
          holds: false,
          relocks: false
        }
        const named = { ...domain, contacts: [{ contact_id, contact_type: "admin" as const }] }
        yield* store.insert({ ...named, policy_verification })
        assert.deepStrictEqual(yield* store.requiredClaims(contact_id), ["NAME", "EMAIL"])
        yield* store.save({ ...named, policy_verification: { ...policy_verification, contacts: [] } })
        assert.deepStrictEqual(yield* store.requiredClaims(contact_id), [])
        yield* store.save({ ...domain, contacts: [], policy_verification })
        assert.deepStrictEqual(yield* store.requiredClaims(contact_id), [])
      }))
  })
