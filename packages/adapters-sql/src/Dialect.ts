import type { SqlClient, Statement } from "effect/sql"

/** How many values go to a statement, and come from one, as one. */
const manyValues = (sql: SqlClient.SqlClient, isPostgres: boolean) => ({
  /** The texts of a list as rows, for `IN`; one parameter however long the list is. */
  texts: (list: ReadonlyArray<string>) =>
    isPostgres
      ? sql`(SELECT json_array_elements_text(${JSON.stringify(list)}::json))`
      : sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`,
  /** One of a list, looked up in an index whatever the statistics say; one parameter however long the list is. */
  oneOf: (list: ReadonlyArray<string>) =>
    isPostgres
      ? sql`= ANY (ARRAY(SELECT json_array_elements_text(${JSON.stringify(list)}::json)))`
      : sql`IN (SELECT value FROM json_each(${JSON.stringify(list)}))`,
  /** One of the rows of a query, looked up in an index whatever the statistics say. */
  oneOfRows: (query: Statement.Fragment) => isPostgres ? sql`= ANY (ARRAY(${query}))` : sql`IN (${query})`,
  /** The rows of a query as one JSON text, each a list of these columns; null where there are no rows. */
  jsonLists: (columns: ReadonlyArray<string>) =>
    sql.literal(
      isPostgres
        ? `json_agg(json_build_array(${columns.join(", ")}))::text`
        : `json_group_array(json_array(${columns.join(", ")}))`
    )
})

/** The whole list of places where PostgreSQL and SQLite differ, named by intent. */
export const dialect = (sql: SqlClient.SqlClient) => {
  const pick = (pg: string, sqlite: string) =>
    sql.onDialectOrElse({ pg: () => sql.literal(pg), orElse: () => sql.literal(sqlite) })
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  return {
    isPostgres,
    /** Ids, names and every other text that is compared or sorted: byte order on both. */
    key: pick(`TEXT COLLATE "C"`, "TEXT"),
    instant: pick("TIMESTAMPTZ", "TEXT"),
    boolean: pick("BOOLEAN", "INTEGER"),
    /** Amounts in minor units, and every other 64-bit number. */
    bigint: pick("BIGINT", "INTEGER"),
    binary: pick("BYTEA", "BLOB"),
    serial: pick("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY"),
    /** A serial number of 32 bits, which PostgreSQL hands out as a plain number. */
    ordinal: pick("INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY"),
    /** A serial number that is not given out again after its row is gone. */
    neverReused: pick("BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT"),
    /** A boolean as a parameter. */
    bool: (value: boolean): boolean | number => isPostgres ? value : Number(value),
    /** A boolean as a literal, for partial indexes and conditions. */
    true: pick("TRUE", "1"),
    false: pick("FALSE", "0"),
    /** Row lock for a claim; SQLite serialises writers instead. */
    skipLocked: pick("FOR UPDATE SKIP LOCKED", ""),
    /** Row lock for a read that decides a write; SQLite serialises writers instead. */
    forUpdate: pick("FOR UPDATE", ""),
    /** Row lock that keeps a row from being deleted, without keeping others from doing the same. */
    forKeyShare: pick("FOR KEY SHARE", ""),
    /** Row lock against writers that leaves those alone who only keep the row from being deleted. */
    forNoKeyUpdate: pick("FOR NO KEY UPDATE", ""),
    /** The same of one table in a join. */
    forNoKeyUpdateOf: (table: string) => pick(`FOR NO KEY UPDATE OF ${table}`, ""),
    /** Ends a table that is read by its primary key alone, where the database can keep it in that order. */
    byPrimaryKey: pick("", "WITHOUT ROWID"),
    /** A table whose rows change often while lists are read from its indexes alone. */
    vacuumedOften: pick(
      `WITH (autovacuum_vacuum_scale_factor = 0.005, autovacuum_vacuum_insert_scale_factor = 0.01,
        autovacuum_analyze_scale_factor = 0.02)`,
      ""
    ),
    /** A table of counters: new versions of a row stay on its page. */
    updatedInPlace: pick("WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)", ""),
    /** A table most of whose rows change some times and then never again. */
    changedOften: pick("WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)", ""),
    /** An index for equality over text of any length. */
    anyLength: (column: string) => pick(`USING hash (${column})`, `(${column})`),
    /** The columns of an index in the order of `keys`, from which a query can read `payload` as well. */
    covering: (keys: ReadonlyArray<string>, payload: ReadonlyArray<string>) =>
      pick(`(${keys.join(", ")}) INCLUDE (${payload.join(", ")})`, `(${[...keys, ...payload].join(", ")})`),
    /** A small number that two writers at the same time seldom share; SQLite has one writer. */
    shard: pick("(pg_backend_pid() % 8)", "0"),
    /** A sum as a number that fits a driver's integer. */
    whole: (expression: string) => pick(`(${expression})::int`, expression),
    ...manyValues(sql, isPostgres),
    /** Rows that `from` finds and locks in the table that is written: read again where they lie, not by a key. */
    rowsOf: (from: Statement.Fragment) =>
      isPostgres ? sql`ctid = ANY (ARRAY(SELECT ctid ${from}))` : sql`rowid IN (SELECT rowid ${from})`,
    /** A 64-bit number as a plain one, exact up to 2^53. */
    exact: (expression: string) => pick(`(${expression})::float8`, expression),
    /** Reads through this index and no other; PostgreSQL chooses by its statistics. */
    indexedBy: (index: string) => pick("", `INDEXED BY ${index}`),
    /** A column that SQLite does not begin with, where it would walk all rows of one value; PostgreSQL knows by its statistics. */
    notBegun: (column: string) => pick(column, `+${column}`),
    /** Ends a query that PostgreSQL is to plan by itself, not as part of the one around it. */
    apart: pick("OFFSET 0", ""),
    /** `count(*)` as a number that fits a driver's integer. */
    count: pick("count(*)::int", "count(*)")
  }
}

export type Dialect = ReturnType<typeof dialect>
