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
  /** Schema that holds the tables; it is put in front of the search path. Default: the connection's own. */
  readonly schema?: string | undefined
}

/** The client alone, for those who bring the schema up to date by other means. */
export const client = (options: Options) =>
  PgClient.layer({
    url: Redacted.isRedacted(options.url) ? options.url : Redacted.make(options.url),
    applicationName: "namewright",
    maxConnections: options.maxConnections ?? 10,
    startupParameters: {
      timezone: "UTC",
      // Filters of a list differ too much for one generic plan to serve them.
      plan_cache_mode: "force_custom_plan",
      // To start workers takes ten milliseconds, ten times what PostgreSQL expects: longer than most pages of a list.
      parallel_setup_cost: "10000",
      ...(options.schema === undefined ? {} : { search_path: options.schema })
    }
  })

/** Storage in PostgreSQL, with its schema brought up to date, and the formats of reports. */
export const layer = (options: Options) =>
  Layer.mergeAll(stores, JobWakeupPg.layer, reportFormats).pipe(
    Layer.provideMerge(Migrations.layer),
    Layer.provideMerge(client(options))
  )
