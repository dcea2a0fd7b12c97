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

const demandOf = (organization_id: OrganizationId, contact_id: ContactId, demanded_on: Instant.Instant) =>
  ({
    contact_id,
    organization_id,
    registry: "denic",
    handle: null,
    domain_name: DomainName.make("demand.de"),
    claims: ["NAME", "EMAIL"],
    deadlines: [{ type: "dedelegation", date: DateTime.add(demanded_on, { days: 15 }) }],
    demanded_on
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

    it.effect("keeps one demand of each registry", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const organization = yield* newOrganizationId
        const contact = yield* contactOf(organization)
        const first = demandOf(organization, contact, yield* Instant.now)
        const other: ContactDemand = { ...first, registry: "afilias", handle: "N1", domain_name: null, deadlines: [] }
        yield* store.putDemand(first)
        yield* store.putDemand(other)
        const second: ContactDemand = { ...first, handle: "N2", claims: ["PHONE"], deadlines: [] }
        yield* store.putDemand(second)
        assert.deepStrictEqual(yield* store.demandsOf(organization, contact), [other, second])
        assert.deepStrictEqual(yield* store.demandsOf(yield* newOrganizationId, contact), [])
        yield* store.removeDemand(contact, "afilias")
        assert.deepStrictEqual(yield* store.demandsOf(organization, contact), [second])
      }))

    it.effect("loses both with the contact", () =>
      Effect.gen(function*() {
        const store = yield* ContactClaimStore
        const organization = yield* newOrganizationId
        const [gone, kept] = [yield* contactOf(organization), yield* contactOf(organization)]
        for (const contact of [gone, kept]) {
          yield* store.putClaims([yield* verifiedName(organization, contact)])
          yield* store.putDemand(demandOf(organization, contact, yield* Instant.now))
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
