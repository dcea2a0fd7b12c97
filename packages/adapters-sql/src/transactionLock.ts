import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { orDieSql } from "./Codecs.ts"
import { dialect } from "./Dialect.ts"

/**
 * Locks a key, which no row has, until the transaction ends: other transactions wait for it. Use a prefix of the
 * subject, because all keys of the database share one space. SQLite has one writer at a time, and needs no lock.
 */
export const transactionLock = (sql: SqlClient.SqlClient) => (key: string): Effect.Effect<void> =>
  dialect(sql).isPostgres
    ? Effect.asVoid(orDieSql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0)) AS locked`))
    : Effect.void
