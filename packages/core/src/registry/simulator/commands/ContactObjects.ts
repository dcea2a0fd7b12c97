import { Effect, Option } from "effect"
import { Instant } from "../../../shared/index.ts"
import type { Accepted } from "../../RegistryCommand.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { changedContact, type ContactChange } from "../changes/ContactChange.ts"
import { contactProblem, handleProblem } from "../changes/ContactRules.ts"
import type { ContactPolicy } from "../objects/ContactPolicy.ts"
import {
  associationProhibits,
  invalidAuthCode,
  notSponsor,
  objectExists,
  statusProhibits,
  unsupported
} from "../objects/Refusal.ts"
import { assignedHandle, newRoid } from "../objects/RegistryObjectId.ts"
import {
  type ContactClientStatus,
  type ContactData,
  contactDue,
  contactStatuses,
  isContactPending,
  newContact,
  type SimulatedContact
} from "../objects/SimulatedContact.ts"
import type { SimulatedAccount } from "../time/SimulatedAccount.ts"
import { currentContact, lockOwnContact } from "./ContactTransfers.ts"

/** Availability of an id or a name. */
export interface ObjectAvailability {
  readonly id: string
  readonly available: boolean
  readonly reason: string | null
}

/** A contact with the statuses that an info answer shows. */
export interface ContactRecord {
  readonly contact: SimulatedContact
  readonly statuses: ReadonlyArray<string>
}

/** Contacts as objects of their own (RFC 5733). */
export interface ContactObjects {
  readonly check: (handles: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<ObjectAvailability>>
  /** Refused to others unless they bring the auth code. */
  readonly find: (handle: string, authCode?: string) => Effect.Effect<Option.Option<ContactRecord>, RegistryRefusal>
  readonly create: (handle: string, data: ContactData) => Effect.Effect<SimulatedContact, RegistryRefusal>
  readonly update: (handle: string, change: ContactChange) => Effect.Effect<SimulatedContact, RegistryRefusal>
  readonly delete: (handle: string) => Effect.Effect<Accepted, RegistryRefusal>
}

export const contactObjects = (account: SimulatedAccount, { handles, taken }: ContactPolicy): ContactObjects => {
  const { registrar, registry, store } = account

  const check: ContactObjects["check"] = Effect.fn("SimulatedRegistrar.checkContacts")(function*(ids) {
    const existing = yield* store.existingContacts(registry, ids)
    return ids.map((id) => {
      const reason = existing.has(id) ? "In use" : handleProblem(id)?.text ?? null
      return { id, available: reason === null, reason }
    })
  })

  const find: ContactObjects["find"] = Effect.fn("SimulatedRegistrar.findContact")(function*(handle, authCode) {
    const contact = yield* currentContact(account, handle)
    if (contact === undefined) return Option.none()
    if (contact.sponsor !== registrar) {
      if (authCode === undefined) return yield* notSponsor("Another registrar sponsors the contact")
      if (contact.auth_code !== authCode) return yield* invalidAuthCode("The auth code is wrong")
    }
    const linked = yield* store.isLinked(registry, "contact", handle)
    return Option.some({ contact, statuses: contactStatuses(contact, linked) })
  })

  const create: ContactObjects["create"] = Effect.fn("SimulatedRegistrar.createContact")(function*(asked, data) {
    if (!taken) return yield* unsupported("The registry takes no contacts")
    const handle = handles ? asked : yield* assignedHandle
    const problem = handleProblem(handle) ?? contactProblem(data)
    if (problem !== undefined) return yield* problem
    const roid = yield* newRoid("C", registry)
    const contact = newContact(data, { handle, roid, registrar, on: yield* Instant.now })
    const inserted = yield* account.atomically(store.insertContact(registry, contact))
    if (!inserted) return yield* objectExists(`The contact ${handle} exists`)
    return contact
  })

  const update: ContactObjects["update"] = Effect.fn("SimulatedRegistrar.updateContact")((handle, change) =>
    account.atomically(Effect.gen(function*() {
      const contact = yield* lockOwnContact(account, handle)
      const lifts = change.remove?.includes("clientUpdateProhibited") === true
      const prohibited = contactProhibits(contact, lifts ? undefined : "clientUpdateProhibited")
      if (prohibited !== undefined) return yield* prohibited
      const changed = yield* Effect.fromResult(changedContact(contact, change))
      const next = { ...changed, updater: registrar, updated_on: yield* Instant.now }
      yield* store.saveContact(registry, next, contactDue(next))
      return next
    }))
  )

  const remove: ContactObjects["delete"] = Effect.fn("SimulatedRegistrar.deleteContact")((handle) =>
    account.atomically(Effect.gen(function*() {
      const contact = yield* lockOwnContact(account, handle)
      const prohibited = contactProhibits(contact, "clientDeleteProhibited")
      if (prohibited !== undefined) return yield* prohibited
      if (yield* store.isLinked(registry, "contact", handle)) {
        return yield* associationProhibits("A domain uses the contact")
      }
      yield* store.removeContact(registry, handle)
      const accepted: Accepted = { completed: true }
      return accepted
    }))
  )

  return { check, find, create, update, delete: remove }
}

/** Why the contact's statuses forbid a command: this one, or a transfer that is pending. */
const contactProhibits = (
  contact: SimulatedContact,
  status: ContactClientStatus | undefined
): RegistryRefusal | undefined => {
  const found = [
    ...contact.client_statuses.filter((other) => other === status),
    ...(isContactPending(contact) ? ["pendingTransfer"] : [])
  ]
  return found.length === 0 ? undefined : statusProhibits(`Object status prohibits operation: ${found.join(", ")}`)
}
