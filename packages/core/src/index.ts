export * from "./embed/index.ts"
export * from "./shared/index.ts"
