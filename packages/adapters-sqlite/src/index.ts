export { backup, BackupFailed } from "./Backup.ts"
export { layer, layer as sqlite, migratedContents } from "./layer.ts"
export * as SqliteClient from "./SqliteClient.ts"
