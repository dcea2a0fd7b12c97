export * from "./Process.ts"
export * from "./Processes.ts"
export * from "./ProcessSettings.ts"
export * from "./ProcessStore.ts"
