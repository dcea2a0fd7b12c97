import { assert, layer } from "@effect/vitest"
import { OrganizationDirectory } from "@namewright/core/access"
import { type AttributeSetStore, type ContactId, Contacts, ContactStore, ContactUsage } from "@namewright/core/contacts"
import { DomainPorts, DomainStore } from "@namewright/core/domains"
import type { ObjectLogStore } from "@namewright/core/objectlog"
import { CurrentActor, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import type { TagStore } from "@namewright/core/tags"
import { Effect, Layer, Option } from "effect"
import { administrator } from "../Actors.ts"
import { newDomain } from "../domains/DomainSamples.ts"
import { newContact } from "./newContact.ts"

const stored = Effect.fnUntraced(function*(organization: OrganizationId) {
  const contact = yield* newContact(organization)
  yield* ContactStore.use(({ insert }) => insert(contact))
  return contact.contact_id
})

/** Domain that names the contact in one of its roles, not stored. */
export const domainNaming = (organization: OrganizationId, contact_id: ContactId) =>
  newDomain(organization, `${contact_id.replace("_", "-")}.example`, {
    contacts: [{ contact_id, contact_type: "admin" }]
  })

/** No organization has suborganizations. */
const directory = Layer.succeed(OrganizationDirectory, {
  find: () => Effect.succeedNone,
  keep: () => Effect.succeed(true)
})

/** Contract between contacts and domains. */
export const contactUsageContract = <E>(
  name: string,
  storage: Layer.Layer<AttributeSetStore | ContactStore | TagStore | DomainStore | ObjectLogStore | Transaction, E>
) =>
  layer(Contacts.layer.pipe(Layer.provide(directory), Layer.provideMerge(DomainPorts), Layer.provideMerge(storage)))(
    `Usage of contacts (${name})`,
    (it) => {
      it.effect("ends with the last domain that names the contact, of any organization", () =>
        Effect.gen(function*() {
          const { insert, remove } = yield* DomainStore
          const { isUsed } = yield* ContactUsage
          const contact_id = yield* stored(yield* newOrganizationId)
          assert.isFalse(yield* isUsed(contact_id))
          const domain = yield* domainNaming(yield* newOrganizationId, contact_id)
          yield* insert(domain)
          assert.isTrue(yield* isUsed(contact_id))
          yield* remove(domain.domain_id)
          assert.isFalse(yield* isUsed(contact_id))
        }))

      it.effect("allows either a deletion or a domain with the contact, never both", () =>
        Effect.gen(function*() {
          const { atomically } = yield* Transaction
          const { find } = yield* ContactStore
          const { insert } = yield* DomainStore
          const contacts = yield* Contacts
          const { organization_id: organization } = yield* CurrentActor
          const naming = Effect.fnUntraced(function*(contact_id: ContactId) {
            const domain = yield* domainNaming(organization, contact_id)
            return yield* atomically(Effect.gen(function*() {
              const kept = yield* insert(domain)
              if (!kept.has(contact_id)) return yield* Effect.fail("gone")
            })).pipe(Effect.isSuccess)
          })
          for (let round = 0; round < 12; round++) {
            const contact_id = yield* stored(organization)
            const deletion = Effect.match(contacts.remove(contact_id), {
              onSuccess: () => "deleted",
              onFailure: (error) => error._tag
            })
            const both = { concurrency: "unbounded" } as const
            const [named, deleted] = round % 2 === 0
              ? yield* Effect.all([naming(contact_id), deletion], both)
              : (yield* Effect.all([deletion, naming(contact_id)], both)).toReversed()
            assert.strictEqual(deleted, named ? "ContactInUse" : "deleted")
            assert.strictEqual(Option.isSome(yield* find(organization, contact_id)), named)
          }
        }).pipe(Effect.provideServiceEffect(CurrentActor, Effect.map(newOrganizationId, administrator))))
    }
  )
