import { Effect, Option } from "effect"
import { Entropy } from "../../shared/index.ts"
import type { Registry } from "../Registry.ts"
import type { Accepted, ContactCreated } from "../RegistryCommand.ts"
import { contactProblem, handleProblem } from "./ContactRules.ts"
import { associationProhibits, notSponsor, objectExists, objectMissing, unsupported } from "./Refusal.ts"
import type { SimulatedAccount } from "./SimulatedAccount.ts"

type Commands = Pick<Registry, "infoContact" | "createContact" | "deleteContact">

/** People and organizations at a registry. `taken`: whether it takes contacts, and handles of the registrar's choice. */
export const contactCommands = (
  account: SimulatedAccount,
  taken: { readonly contacts: boolean; readonly handles: boolean }
): Commands => {
  const { registry, registrar, store } = account
  return {
    infoContact: Effect.fn("SimulatedRegistry.infoContact")(function*(handle) {
      const found = yield* store.findContact(registry, handle)
      if (Option.isNone(found)) return Option.none()
      if (found.value.sponsor !== registrar) return yield* notSponsor("Another registrar sponsors the contact")
      return Option.some(found.value.contact)
    }),

    createContact: Effect.fn("SimulatedRegistry.createContact")(function*({ contact }) {
      if (!taken.contacts) return yield* unsupported("The registry takes no contacts")
      const handle = taken.handles ? contact.handle : yield* assignedHandle
      const problem = handleProblem(handle) ?? contactProblem(contact)
      if (problem !== undefined) return yield* problem
      const kept = { sponsor: registrar, contact: { ...contact, handle } }
      const inserted = yield* account.atomically(store.insertContact(registry, kept))
      if (!inserted) return yield* objectExists(`The contact ${handle} exists`)
      const created: ContactCreated = { completed: true, handle }
      return created
    }),

    deleteContact: Effect.fn("SimulatedRegistry.deleteContact")(({ handle }) =>
      account.atomically(Effect.gen(function*() {
        const found = yield* store.lockContact(registry, handle)
        if (Option.isNone(found)) return yield* objectMissing(`The contact ${handle} does not exist`)
        if (found.value.sponsor !== registrar) return yield* notSponsor("Another registrar sponsors the contact")
        if (yield* store.isLinked(registry, "contact", handle)) {
          return yield* associationProhibits("A domain uses the contact")
        }
        yield* store.removeContact(registry, handle)
        const accepted: Accepted = { completed: true }
        return accepted
      }))
    )
  }
}

/** A handle of the registry's making. */
const assignedHandle = Effect.gen(function*() {
  const entropy = yield* Entropy
  return `C${yield* entropy.intBetween(100_000_000_000, 999_999_999_999)}`
})
