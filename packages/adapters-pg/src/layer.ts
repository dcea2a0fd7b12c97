import { layer as stores, Migrations } from "@namewright/adapters-sql"
import { JobWakeup } from "@namewright/core/jobs"
import { checkedLayer } from "@namewright/core/shared"
import { invoiceFormats, reportFormats } from "@namewright/reports-node"
import { Layer } from "effect"
import { client } from "./client.ts"
import { createdSchema } from "./createdSchema.ts"
import * as JobWakeupPg from "./JobWakeupPg.ts"
import { notificationsOf } from "./Notifications.ts"
import { type Options, postgresProblems } from "./postgresOptions.ts"

/** Workers behind a pooler find the jobs of other processes by polling. */
const wakeup = ({ pool, pooler }: Options) =>
  pooler === true ? JobWakeup.layerLocal : JobWakeupPg.layer(notificationsOf(pool))

/** Creates the schema of the tables and migrates or checks it. */
const migrated = ({ migrate = "run", schema }: Options) =>
  Layer.provideMerge(
    Migrations.layerOf(migrate),
    migrate === "run" && schema !== undefined ? Layer.effectDiscard(createdSchema(schema)) : Layer.empty
  )

/** Storage in PostgreSQL, with migrations, and the formats of reports. */
export const layer = (options: Options) =>
  checkedLayer(
    postgresProblems(options),
    () =>
      Layer.mergeAll(stores, wakeup(options), invoiceFormats, reportFormats).pipe(
        Layer.provideMerge(migrated(options)),
        Layer.provideMerge(client(options))
      )
  )
