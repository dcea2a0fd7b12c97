import { administrator } from "@namewright/conformance"
import { OrganizationDirectory } from "@namewright/core/access"
import { type ContactId, Contacts, ContactUsage } from "@namewright/core/contacts"
import { CurrentActor, newOrganizationId } from "@namewright/core/shared"
import { StatusTags, Tagging, Tags } from "@namewright/core/tags"
import { Context, Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** The contacts that domains of a test name. */
export class UsedContacts extends Context.Service<UsedContacts, {
  readonly put: (id: ContactId) => Effect.Effect<void>
}>()("@namewright/core/test/contacts/UsedContacts") {}

const usage = Layer.effectContext(Effect.sync(() => {
  const used = new Set<ContactId>()
  return Context.make(UsedContacts, { put: (id) => Effect.sync(() => void used.add(id)) }).pipe(
    Context.add(ContactUsage, {
      isUsed: (id) => Effect.sync(() => used.has(id)),
      domainNames: () => Effect.succeed([]),
      usesOf: () => Effect.succeed([]),
      requiredClaims: () => Effect.succeed([])
    })
  )
}))

/** No organization has suborganizations. */
const directory = Layer.succeed(OrganizationDirectory, {
  find: () => Effect.succeedNone,
  keep: () => Effect.succeed(true)
})

/** Contacts and tags over SQLite in memory. */
export const contactsPlatform = Layer.mergeAll(Contacts.layer, Tags.layer, Tagging.layer, StatusTags.layer).pipe(
  Layer.provideMerge(Layer.merge(usage, directory)),
  Layer.provideMerge(memoryDatabase())
)

/** Runs a test as the administrator of a new organization. */
export const inNewOrganization = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    newOrganizationId,
    (organization) => Effect.provideService(effect, CurrentActor, administrator(organization))
  )
