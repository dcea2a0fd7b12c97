import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import * as Reactivity from "effect/reactivity/Reactivity"
import { SqlClient, type SqlError } from "effect/sql"
import { leasedConnection } from "./pool/connectionOf.ts"
import { databaseAttributes, serverOf } from "./pool/databaseAttributes.ts"
import { sessionlessClient } from "./pool/sessionless.ts"
import type { Options } from "./postgresOptions.ts"

const addressOf = (url: Options["url"] = "") => Redacted.isRedacted(url) ? url : Redacted.make(url)

const ownClient = ({ maxConnections, pooler = false, schema, url }: Options) =>
  PgClient.make({
    url: addressOf(url),
    // The client has the attributes of its spans from these only.
    ...serverOf(Redacted.value(addressOf(url))),
    applicationName: "namewright",
    maxConnections: maxConnections ?? 10,
    prepare: !pooler,
    startupParameters: {
      timezone: "UTC",
      // PgBouncer refuses it.
      ...(schema === undefined || pooler ? {} : { search_path: `"${schema}"` })
    }
  })

/** A pooler forgets the schema between transactions, and so does the host's pool. */
const behindPooler = (options: Options) =>
  Effect.flatMap(
    ownClient(options),
    ({ config: { database, host, port }, reserve }) =>
      sessionlessClient(reserve, options.schema, databaseAttributes({ database, host, port }))
  )

/** The client alone, for those who bring the schema up to date by other means. */
export const client = (options: Options): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> => {
  const { pool, pooler, schema } = options
  if (pool !== undefined) {
    return Layer.effect(
      SqlClient.SqlClient,
      sessionlessClient(leasedConnection(pool), schema, databaseAttributes(pool.options))
    )
  }
  if (pooler === true) {
    return Layer.effect(SqlClient.SqlClient, behindPooler(options)).pipe(Layer.provide(Reactivity.layer))
  }
  return PgClient.layerFrom(ownClient(options))
}
