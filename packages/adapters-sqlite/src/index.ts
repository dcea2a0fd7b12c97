export { backup, BackupFailed } from "./Backup.ts"
export { layer, layer as sqlite, migratedContents } from "./layer.ts"
export { type Location, migrate, type SchemaStatus, schemaStatus } from "./migrate.ts"
export * as SqliteClient from "./SqliteClient.ts"
