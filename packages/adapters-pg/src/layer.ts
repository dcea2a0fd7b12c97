import { PgClient } from "@effect/sql-pg"
import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { reportFormats } from "@namewright/reports-node"
import { Layer, Redacted } from "effect"
import * as JobWakeupPg from "./JobWakeupPg.ts"

export interface Options {
  /** `postgres://user:password@host:port/database` */
  readonly url: string | Redacted.Redacted
  /** Connections of the pool. Default 10. */
  readonly maxConnections?: number | undefined
  /**
   * Schema that holds the tables; it is put in front of the search path. Default: the connection's own. Behind PgBouncer
   * set the search path of the role instead.
   */
  readonly schema?: string | undefined
}

/** The client alone, for those who bring the schema up to date by other means. */
export const client = (options: Options) =>
  PgClient.layer({
    url: Redacted.isRedacted(options.url) ? options.url : Redacted.make(options.url),
    applicationName: "namewright",
    maxConnections: options.maxConnections ?? 10,
    // PgBouncer refuses most other parameters, `search_path` among them.
    startupParameters: {
      timezone: "UTC",
      ...(options.schema === undefined ? {} : { search_path: options.schema })
    }
  })

/** Storage in PostgreSQL, with its schema brought up to date, and the formats of reports. */
export const layer = (options: Options) =>
  Layer.mergeAll(stores, JobWakeupPg.layer, reportFormats).pipe(
    Layer.provideMerge(Migrations.layer),
    Layer.provideMerge(client(options))
  )
