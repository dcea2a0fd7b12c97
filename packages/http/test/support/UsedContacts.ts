import { type ContactId, ContactUsage } from "@namewright/core/contacts"
import { Context, Effect, Layer } from "effect"

/** Lets a test say that a domain names a contact. */
export class UsedContacts extends Context.Service<UsedContacts, {
  readonly put: (id: ContactId) => Effect.Effect<void>
}>()("@namewright/http/test/UsedContacts") {
  static readonly layer = Layer.effectContext(Effect.sync(() => {
    const used = new Set<ContactId>()
    return Context.make(UsedContacts, { put: (id) => Effect.sync(() => void used.add(id)) }).pipe(
      Context.add(ContactUsage, { isUsed: (id) => Effect.sync(() => used.has(id)) })
    )
  }))
}
