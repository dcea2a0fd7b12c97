import type { ContactStore } from "@namewright/core/contacts"
import type { EventStore } from "@namewright/core/events"
import type { Transaction } from "@namewright/core/shared"
import type { TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import type { Layer } from "effect"
import { accessContract, type AccessStorage } from "./access/AccessContract.ts"
import { billingContract, type BillingStorage } from "./billing/BillingContract.ts"
import { contactStoreContract } from "./contacts/ContactStoreContract.ts"
import { eventStoreContract } from "./events/EventStoreContract.ts"
import { tagStoreContract } from "./tags/TagStoreContract.ts"

/** Everything a storage adapter provides. */
export type Storage = AccessStorage | EventStore | BillingStorage | TagStore | TaggedObjectKinds | ContactStore | Transaction

/** Every promise of storage. A driver package calls this once with its layer. */
export const storageContract = <E>(name: string, storage: Layer.Layer<Storage, E>) => {
  accessContract(name, storage)
  eventStoreContract(name, storage)
  billingContract(name, storage)
  tagStoreContract(name, storage)
  contactStoreContract(name, storage)
}
