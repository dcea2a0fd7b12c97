import type { Contact, ContactFilter } from "@namewright/core/contacts"
import { Text } from "@namewright/core/shared"
import type { SqlClient, Statement } from "effect/sql"
import { likeLiteral } from "../Substring.ts"

/** Stands between the fields of the search text; no field and no search can hold it. */
const separator = "\u001f"

/**
 * First name, last name, organization and email address, folded, in one column with one index. Because the separators
 * are counted, a pattern can ask for one field alone: `%term%␟%␟%␟%` finds the term before all three of them.
 */
export const searchText = ({ email, first_name, last_name, org }: Contact): string =>
  [first_name, last_name, org ?? "", email].map((field) => Text.foldCase(field.replaceAll(separator, " ")))
    .join(separator)

const fieldPatterns = {
  first_name: (term: string) => `%${term}%${separator}%${separator}%${separator}%`,
  last_name: (term: string) => `%${separator}%${term}%${separator}%${separator}%`,
  email: (term: string) => `%${separator}%${separator}%${separator}%${term}%`
}

/** Characters that the full text index of SQLite needs at least. */
const indexedCharacters = 3

/** The conditions on a contact's text, for a query that calls the table `c`. */
export const searchConditions = (
  sql: SqlClient.SqlClient,
  { email, first_name, last_name, search }: ContactFilter
): ReadonlyArray<Statement.Fragment> => {
  const matches = (term: string, pattern: (literal: string) => string) => {
    const folded = Text.foldCase(term)
    const exact = sql`c.search_text LIKE ${pattern(likeLiteral(folded))} ESCAPE '\\'`
    return sql.onDialectOrElse({
      pg: () => exact,
      orElse: () =>
        [...folded].length < indexedCharacters
          ? exact
          : sql`c.search_row IN (SELECT rowid FROM contact_search WHERE search_text MATCH ${
            phrase(folded)
          }) AND ${exact}`
    })
  }
  const words = new Set(search?.split(/\s+/).filter((word) => word !== ""))
  return [
    ...(first_name ? [matches(first_name, fieldPatterns.first_name)] : []),
    ...(last_name ? [matches(last_name, fieldPatterns.last_name)] : []),
    ...(email ? [matches(email, fieldPatterns.email)] : []),
    ...[...words].map((word) => matches(word, (literal) => `%${literal}%`))
  ]
}

const phrase = (text: string): string => `"${text.replaceAll(`"`, `""`)}"`
