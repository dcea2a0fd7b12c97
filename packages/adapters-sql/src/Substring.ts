import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** `LIKE` pattern that matches `part` literally; requires `ESCAPE '\'`. */
export const likeLiteral = (part: string): string => part.replace(/[\\%_]/g, String.raw`\$&`)

/**
 * Index for `LIKE '%part%'` on PostgreSQL, with the extension pg_trgm. Without the extension, and without the right to
 * create it, there is no index, and such a search reads all rows of the organization. SQLite has no index of this kind.
 */
export const substringIndex = (
  sql: SqlClient.SqlClient,
  index: { readonly name: string; readonly table: string; readonly column: string }
): Effect.Effect<void, SqlError.SqlError> => {
  const { column, name, table } = index
  return sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(sql`DO $body$
        BEGIN
          CREATE EXTENSION IF NOT EXISTS pg_trgm;
          EXECUTE (
            SELECT format('CREATE INDEX ${sql.literal(name)} ON ${sql.literal(table)}
              USING gin (${sql.literal(column)} %I.gin_trgm_ops)', nspname)
            FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'
          );
        EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
          RAISE NOTICE 'pg_trgm cannot be created; ${sql.literal(name)} is left out';
        END
        $body$`),
    orElse: () => Effect.void
  })
}
