export { type LoggedState } from "./changedMembers.ts"
export * from "./ObjectLog.ts"
export * from "./ObjectLogEntry.ts"
export * from "./ObjectLogStore.ts"
