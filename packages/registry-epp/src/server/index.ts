export * from "./Handlers.ts"
