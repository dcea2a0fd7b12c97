import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** `LIKE` pattern that matches `part` literally; requires `ESCAPE '\'`. */
export const likeLiteral = (part: string): string => part.replace(/[\\%_]/g, String.raw`\$&`)

/**
 * Index for `LIKE '%part%'` on PostgreSQL, with the extension pg_trgm. Without the extension, and without the right to
 * create or use it, there is no index, and such a search reads all rows of the organization. SQLite has no index of this
 * kind.
 *
 * A database has an extension once, in any schema. The platform uses it where it is, and creates it in `public`: in the
 * platform's own schema, it and the indexes of others would be dropped with that schema.
 */
export const substringIndex = (
  sql: SqlClient.SqlClient,
  index: { readonly name: string; readonly table: string; readonly column: string }
): Effect.Effect<void, SqlError.SqlError> => {
  const { column, name, table } = index
  return sql.onDialectOrElse({
    pg: () =>
      Effect.asVoid(sql`DO $body$
        DECLARE extension_schema name;
        BEGIN
          BEGIN
            IF to_regnamespace('public') IS NULL THEN
              CREATE EXTENSION IF NOT EXISTS pg_trgm;
            ELSE
              CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
            END IF;
          EXCEPTION
            WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN NULL;
            -- Another platform has created it at the same time.
            WHEN unique_violation OR duplicate_object THEN NULL;
          END;
          SELECT nspname INTO extension_schema
            FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm';
          IF extension_schema IS NULL OR NOT has_schema_privilege(extension_schema, 'USAGE') THEN
            RAISE NOTICE 'pg_trgm cannot be used; ${sql.literal(name)} is left out';
          ELSE
            EXECUTE format('CREATE INDEX ${sql.literal(name)} ON ${sql.literal(table)}
              USING gin (${sql.literal(column)} %I.gin_trgm_ops)', extension_schema);
          END IF;
        END
        $body$`),
    orElse: () => Effect.void
  })
}
