import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { JobWakeup } from "@namewright/core/jobs"
import { reportFormats } from "@namewright/reports-node"
import { Layer } from "effect"
import * as SqliteClient from "./SqliteClient.ts"

/** Storage in a SQLite file or in memory, with its schema brought up to date, and the formats of reports. */
export const layer = (options: SqliteClient.Options) =>
  Layer.mergeAll(stores, JobWakeup.layerLocal, reportFormats).pipe(
    Layer.provideMerge(Migrations.layer),
    Layer.provideMerge(SqliteClient.layer(options))
  )
