import { assert, layer } from "@effect/vitest"
import {
  type ContactClaim,
  ContactClaimStore,
  type ContactDemand,
  type ContactId,
  ContactStore,
  unverified
} from "@namewright/core/contacts"
import { DomainName, Instant, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, type Layer } from "effect"
import { newContact } from "./newContact.ts"

const contactOf = Effect.fnUntraced(function*(organization: OrganizationId) {
  const contact = yield* newContact(organization)
  yield* ContactStore.use(({ insert }) => insert(contact))
  return contact.contact_id
})

const verifiedName = Effect.fnUntraced(function*(organization: OrganizationId, contact: ContactId) {
  const now = yield* Instant.now
  const claim: ContactClaim = {
    ...unverified(organization, contact, "NAME", now),
    state: "VERIFIED",
    method: "AUTH",
    proof: "IDCARD",
    attestation_reference: "case \"7\" / Ö",
    eid_scheme: "DE",
    level_of_assurance: "HIGH",
    verified_on: now,
    expires_on: DateTime.add(now, { days: 365 })
  }
  return claim
})

const demandOf = (organization_id: OrganizationId, contact_id: ContactId) =>
  ({
    contact_id,
    organization_id,
    registry: "denic",
    handle: null,
    domain_name: DomainName.make("demand.de"),
    claims: ["NAME", "EMAIL"]
  }) satisfies ContactDemand

/** Contract of storage adapters for claims of contacts. */
export const contactClaimStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ContactClaimStore | ContactStore | Transaction, E>
) =>
  layer(storage)(`ContactClaimStore (${name})`, (it) => {
    it.effect("returns claims as they were put last, each once", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const organization = yield* newOrganizationId
        const [one, other] = [yield* contactOf(organization), yield* contactOf(organization)]
        const claim = yield* verifiedName(organization, one)
        const email = unverified(organization, one, "EMAIL", claim.updated_on)
        const foreign = unverified(organization, other, "NAME", claim.updated_on)
        yield* store.putClaims([claim, email, foreign])
        assert.sameDeepMembers([...yield* store.claimsOf(organization, [one])], [claim, email])
        const changed: ContactClaim = {
          ...unverified(organization, one, "NAME", claim.updated_on),
          state: "IN_PROGRESS"
        }
        yield* store.putClaims([changed])
        assert.sameDeepMembers([...yield* store.claimsOf(organization, [one, other])], [changed, email, foreign])
        yield* store.putClaims([])
        assert.deepStrictEqual(yield* store.claimsOf(organization, []), [])
        assert.deepStrictEqual(yield* store.claimsOf(yield* newOrganizationId, [one]), [])
      }))

    it.effect("keeps one demand of each registry for each domain", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const organization = yield* newOrganizationId
        const contact = yield* contactOf(organization)
        const first = demandOf(organization, contact)
        const other: ContactDemand = { ...first, registry: "afilias", handle: "N1" }
        const sibling: ContactDemand = { ...first, domain_name: DomainName.make("another.de"), handle: "N1" }
        yield* store.putDemands([first, other, sibling])
        const second: ContactDemand = { ...first, handle: "N2", claims: ["PHONE"] }
        yield* store.putDemands([second])
        yield* store.putDemands([])
        assert.deepStrictEqual(yield* store.demandsOf(organization, contact), [other, sibling, second])
        assert.deepStrictEqual(yield* store.demandsOf(yield* newOrganizationId, contact), [])
        yield* store.removeDemands(contact, "denic", [sibling.domain_name, DomainName.make("unknown.de")])
        yield* store.removeDemands(contact, "denic", [])
        assert.deepStrictEqual(yield* store.demandsOf(organization, contact), [other, second])
      }))

    it.effect("changes the demands for thousands of domains", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const organization = yield* newOrganizationId
        const contact = yield* contactOf(organization)
        const demands = Array.from({ length: 2500 }, (_, index): ContactDemand => ({
          ...demandOf(organization, contact),
          domain_name: DomainName.make(`demand-${index}.de`)
        }))
        yield* store.putDemands(demands)
        assert.lengthOf(yield* store.demandsOf(organization, contact), 2500)
        yield* store.removeDemands(contact, "denic", demands.slice(1).map(({ domain_name }) => domain_name))
        assert.deepStrictEqual(yield* store.demandsOf(organization, contact), demands.slice(0, 1))
      }))

    it.effect("loses both with the contact", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const organization = yield* newOrganizationId
        const [gone, kept] = [yield* contactOf(organization), yield* contactOf(organization)]
        for (const contact of [gone, kept]) {
          yield* store.putClaims([yield* verifiedName(organization, contact)])
          yield* store.putDemands([demandOf(organization, contact)])
        }
        const { remove } = yield* ContactStore
        yield* Transaction.use(({ atomically }) => atomically(remove(organization, gone)))
        assert.deepStrictEqual(yield* store.claimsOf(organization, [gone]), [])
        assert.deepStrictEqual(yield* store.demandsOf(organization, gone), [])
        assert.lengthOf(yield* store.claimsOf(organization, [kept]), 1)
        assert.lengthOf(yield* store.demandsOf(organization, kept), 1)
      }))

    it.effect("locks only contacts of the organization", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const organization = yield* newOrganizationId
        const contact = yield* contactOf(organization)
        assert.isTrue(yield* store.lock(organization, contact))
        assert.isFalse(yield* store.lock(yield* newOrganizationId, contact))
      }))

    it.effect("makes a second change of a contact wait for the first", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const { atomically } = yield* Transaction
        const organization = yield* newOrganizationId
        const contact = yield* contactOf(organization)
        const claim = yield* verifiedName(organization, contact)
        const locked = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(atomically(Effect.gen(function*() {
          yield* store.lock(organization, contact)
          yield* Deferred.succeed(locked, undefined)
          // Enough turns for the other transaction to interleave, if it could.
          yield* Effect.repeat(store.claimsOf(organization, [contact]), { times: 20 })
          yield* store.putClaims([claim])
        })))
        yield* Deferred.await(locked)
        const seen = yield* atomically(
          Effect.andThen(store.lock(organization, contact), store.claimsOf(organization, [contact]))
        )
        yield* Fiber.join(first)
        assert.deepStrictEqual(seen, [claim])
      }))
  })
