export { layer, layer as sqlite } from "./layer.ts"
export * as SqliteClient from "./SqliteClient.ts"
