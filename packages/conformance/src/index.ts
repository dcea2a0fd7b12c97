export * from "./access/AccessContract.ts"
export * from "./Actors.ts"
export * from "./events/EventStoreContract.ts"
export * from "./storageContract.ts"
