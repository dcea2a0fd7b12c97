import type { EventStore } from "@namewright/core/events"
import type { Layer } from "effect"
import { accessContract, type AccessStorage } from "./access/AccessContract.ts"
import { eventStoreContract } from "./events/EventStoreContract.ts"

/** Everything a storage adapter provides. */
export type Storage = AccessStorage | EventStore

/** Every promise of storage. A driver package calls this once with its layer. */
export const storageContract = <E>(name: string, storage: Layer.Layer<Storage, E>) => {
  accessContract(name, storage)
  eventStoreContract(name, storage)
}
