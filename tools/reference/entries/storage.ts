/**
 * Storage in PostgreSQL and SQLite, and files of reports.
 *
 * @module Storage
 */
export {
  type HostPool,
  type HostPoolClient,
  type HostResult,
  type Location,
  migrate,
  type Options as PostgresOptions,
  postgres,
  type SchemaStatus,
  schemaStatus
} from "@namewright/adapters-pg"
export { backup, BackupFailed, sqlite } from "@namewright/adapters-sqlite"
export { reportFolder } from "@namewright/reports-node"
