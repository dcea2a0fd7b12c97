import { memoize } from "effect/Function"
import type { SqlClient, Statement } from "effect/sql"

/** Lists of values as one parameter, and as one result. */
const manyValues = (sql: SqlClient.SqlClient, isPostgres: boolean) => ({
  /** The texts of a list as rows, for `IN`; one parameter for a list of any length. */
  texts: (list: ReadonlyArray<string>) =>
    isPostgres
      ? sql`(SELECT json_array_elements_text(${JSON.stringify(list)}::json))`
      : sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`,
  /**
   * Condition that a column equals a text of a list, always by an index lookup; one parameter for a list of any length.
   */
  oneOf: (list: ReadonlyArray<string>) =>
    isPostgres
      ? sql`= ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify(list)}::json)))`
      : sql`IN (SELECT value FROM json_each(${JSON.stringify(list)}))`,
  /** Condition that a column equals a row of a query, always by an index lookup. */
  oneOfRows: (query: Statement.Fragment) => isPostgres ? sql`= ANY (ARRAY(${query}))` : sql`IN (${query})`,
  /** The rows of a query as one JSON text, each a list of these columns; null without rows. */
  jsonLists: (columns: ReadonlyArray<string>) =>
    sql.literal(
      isPostgres
        ? `json_agg(json_build_array(${columns.join(", ")}))::text`
        : `json_group_array(json_array(${columns.join(", ")}))`
    )
})

/** Counters that concurrent writers increase, and that can be counted again. */
const counters = (pick: (pg: string, sqlite: string) => Statement.Fragment) => ({
  /** Small number that concurrent writers rarely share; SQLite has one writer. */
  shard: pick("(pg_backend_pid() % 8)", "0"),
  /** Day of an instant in UTC, as text. */
  utcDay: (column: string) => pick(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`, `substr(${column}, 1, 10)`),
  /** Keeps others from writing to a table until the transaction ends; SQLite serialises writers instead. */
  onlyWriter: (table: string) => pick(`LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE`, "SELECT 1")
})

const differences = (sql: SqlClient.SqlClient) => {
  const pick = (pg: string, sqlite: string) =>
    sql.onDialectOrElse({ pg: () => sql.literal(pg), orElse: () => sql.literal(sqlite) })
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  return {
    isPostgres,
    /** Ids, names and all other texts that are compared or sorted, in byte order on both. */
    key: pick(`TEXT COLLATE "C"`, "TEXT"),
    instant: pick("TIMESTAMPTZ", "TEXT"),
    boolean: pick("BOOLEAN", "INTEGER"),
    /** Amounts in minor units, and all other 64-bit integers. */
    bigint: pick("BIGINT", "INTEGER"),
    binary: pick("BYTEA", "BLOB"),
    serial: pick("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY"),
    /** Serial number of 32 bits, which PostgreSQL returns as a number. */
    ordinal: pick("INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY"),
    /** Serial number that is never reused after its row is deleted. */
    neverReused: pick("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT"),
    /** Boolean as a parameter. */
    bool: (value: boolean): boolean | number => isPostgres ? value : Number(value),
    /** Boolean as a literal, for partial indexes and conditions. */
    true: pick("TRUE", "1"),
    false: pick("FALSE", "0"),
    /** Row lock of a claim, which skips locked rows; SQLite serialises writers instead. */
    skipLocked: pick("FOR UPDATE SKIP LOCKED", ""),
    /** Row lock of a read that decides a write; SQLite serialises writers instead. */
    forUpdate: pick("FOR UPDATE", ""),
    /** Row lock that prevents the deletion of a row; several transactions can have it. */
    forKeyShare: pick("FOR KEY SHARE", ""),
    /** Row lock against writers, compatible with locks that only prevent the deletion. */
    forNoKeyUpdate: pick("FOR NO KEY UPDATE", ""),
    /** The same for one table of a join. */
    forNoKeyUpdateOf: (table: string) => pick(`FOR NO KEY UPDATE OF ${table}`, ""),
    /** Storage clause of a table that is read only by its primary key; SQLite stores it in the order of the key. */
    byPrimaryKey: pick("", "WITHOUT ROWID"),
    /** Storage clause of a table whose rows change often while index-only scans read it. */
    vacuumedOften: pick(
      `WITH (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01,
        autovacuum_analyze_scale_factor = 0.02)`,
      ""
    ),
    /** Storage clause of a table of counters: new versions of a row stay on its page. */
    updatedInPlace: pick("WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)", ""),
    /** Storage clause of a table with many updates per row. */
    changedOften: pick("WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)", ""),
    /** Index for equality of text of any length. */
    anyLength: (column: string) => pick(`USING hash (${column})`, `(${column})`),
    /** Index in the order of `keys` that also contains `payload`, for index-only scans. */
    covering: (keys: ReadonlyArray<string>, payload: ReadonlyArray<string>) =>
      pick(`(${keys.join(", ")}) INCLUDE (${payload.join(", ")})`, `(${[...keys, ...payload].join(", ")})`),
    ...counters(pick),
    /** Sum as a number within the driver's integer range. */
    whole: (expression: string) => pick(`(${expression})::int`, expression),
    ...manyValues(sql, isPostgres),
    /** Condition for the rows that `from` finds and locks in the written table, by physical row id instead of a key. */
    rowsOf: (from: Statement.Fragment) =>
      isPostgres ? sql`ctid = ANY (ARRAY(SELECT ctid ${from}))` : sql`rowid IN (SELECT rowid ${from})`,
    /** 64-bit integer as a number, exact up to 2^53. */
    exact: (expression: string) => pick(`(${expression})::float8`, expression),
    /** Reads by this index only; PostgreSQL chooses by its statistics. */
    indexedBy: (index: string) => pick("", `INDEXED BY ${index}`),
    /** Column that SQLite must not choose as access path (many rows per value); PostgreSQL chooses by its statistics. */
    notBegun: (column: string) => pick(column, `+${column}`),
    /** Ends a subquery that PostgreSQL must plan separately from the outer query. */
    apart: pick("OFFSET 0", ""),
    /** `count(*)` as a number within the driver's integer range. */
    count: pick("count(*)::int", "count(*)")
  }
}

export type Dialect = ReturnType<typeof differences>

/** All differences between PostgreSQL and SQLite, named by purpose. Built once for each client. */
export const dialect: (sql: SqlClient.SqlClient) => Dialect = memoize(differences)
