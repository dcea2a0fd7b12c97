import type { Contact, ContactFilter } from "@namewright/core/contacts"
import { Text } from "@namewright/core/shared"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { likeLiteral } from "../Substring.ts"
import type { RowConditions } from "../tags/TagConditions.ts"

/** Separator of the fields in the search text; no field and no search can contain it. */
const separator = "\u001f"

/**
 * First name, last name, organization and email address, folded, in one column with one index. The separators allow a
 * pattern for a single field: `%term%␟%␟%␟%` matches the term before all three of them.
 */
export const searchText = ({ email, first_name, last_name, org }: Contact): string =>
  [first_name, last_name, org ?? "", email].map((field) => Text.foldCase(field.replaceAll(separator, " ")))
    .join(separator)

interface Term {
  readonly text: string
  /** `LIKE` pattern for the search text; null for a term in any field. */
  readonly pattern: string | null
}

const inField = (value: string | undefined, pattern: (literal: string) => string): ReadonlyArray<Term> => {
  if (!value) return []
  const text = Text.foldCase(value)
  return [{ text, pattern: pattern(likeLiteral(text)) }]
}

const termsOf = ({ email, first_name, last_name, search }: ContactFilter): ReadonlyArray<Term> => {
  const words = new Set(Text.foldCase(search ?? "").split(/\s+/).filter((word) => word !== ""))
  return [
    ...inField(first_name, (term) => `%${term}%${separator}%${separator}%${separator}%`),
    ...inField(last_name, (term) => `%${separator}%${term}%${separator}%${separator}%`),
    ...inField(email, (term) => `%${separator}%${separator}%${separator}%${term}%`),
    ...[...words].map((text) => ({ text, pattern: null }))
  ]
}

/** Minimum characters of a term in the full text index of SQLite. */
export const indexedCharacters = 3

/** Conditions on a contact's text, for the page and the total of a query that names the table `c`. */
export const searchConditions = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  filter: ContactFilter,
  fewRows: number
): Effect.fn.Return<{ readonly page: RowConditions; readonly total: RowConditions }, SqlError.SqlError> {
  const terms = termsOf(filter)
  const matches = ({ pattern, text }: Term): Statement.Fragment =>
    sql`c.search_text LIKE ${pattern ?? `%${likeLiteral(text)}%`} ESCAPE '\\'`
  const scan: RowConditions = { conditions: terms.map(matches), few: false }

  const indexed = terms.filter(({ text }) => [...text].length >= indexedCharacters)
  if (indexed.length === 0 || dialect(sql).isPostgres) return { page: scan, total: scan }
  const found = sql`FROM contact_search WHERE search_text MATCH ${indexed.map(({ text }) => phrase(text)).join(" ")}`
  const [counted] = yield* sql<{ readonly n: number }>`SELECT count(*) AS n FROM
    (SELECT 1 ${found} LIMIT ${fewRows + 1})`
  const rest = terms.filter((term) => term.pattern !== null || !indexed.includes(term))
  const lookUp: RowConditions = {
    conditions: [sql`c.search_row IN (SELECT rowid ${found})`, ...rest.map(matches)],
    few: true
  }
  return { page: (counted?.n ?? 0) > fewRows ? scan : lookUp, total: lookUp }
})

/** A term as it is matched in the full text index of SQLite: literally. */
export const phrase = (text: string): string => `"${text.replaceAll(`"`, `""`)}"`
