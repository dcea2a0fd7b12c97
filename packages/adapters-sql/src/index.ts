export * from "./Dialect.ts"
export { layer } from "./layer.ts"
export * as Migrations from "./Migrations.ts"
