import type { ContactId } from "@namewright/core/contacts"
import { DomainStore } from "@namewright/core/domains"
import { Context, Effect, Layer } from "effect"

const used = new Set<ContactId>()

/** Lets a test say that a domain names a contact. */
export class UsedContacts extends Context.Service<UsedContacts, {
  readonly put: (id: ContactId) => Effect.Effect<void>
}>()("@namewright/http/test/UsedContacts") {
  static readonly layer = Layer.merge(
    Layer.succeed(UsedContacts, { put: (id) => Effect.sync(() => void used.add(id)) }),
    Layer.mock(DomainStore)({
      usesContact: (id) => Effect.sync(() => used.has(id)),
      usesNameserver: () => Effect.succeed(false),
      due: () => Effect.succeed([])
    })
  )
}
