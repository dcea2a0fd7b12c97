export { backup, BackupFailed } from "./Backup.ts"
export { layer, layer as sqlite } from "./layer.ts"
export * as SqliteClient from "./SqliteClient.ts"
