export * from "./ObjectLogCalls.ts"
export * from "./ObjectLogs.ts"
