export { layer } from "./layer.ts"
export * as SqliteClient from "./SqliteClient.ts"
