import type { NamePattern } from "@namewright/core/shared"
import type { SqlClient, Statement } from "effect/sql"
import { likeLiteral } from "./Substring.ts"

/** The character after the dot: names that begin with `example.` are before `example/`. */
const afterDot = "/"

/**
 * Condition that a name matches a pattern of a scope. `end` follows stored names: a dot for absolute names. A name has
 * no empty label, so `%` between dots matches one or more labels. A pattern that begins with labels bounds an index scan.
 */
export const nameMatches = (
  sql: SqlClient.SqlClient,
  name: Statement.Fragment,
  pattern: NamePattern,
  end: "" | "."
): Statement.Fragment => {
  if (pattern === "*") return sql`1 = 1`
  const labels = pattern.split(".")
  const first = labels.indexOf("*")
  if (first < 0) return sql`${name} = ${pattern + end}`
  const text = labels.map((label) => label === "*" ? "%" : likeLiteral(label)).join(".") + end
  const whole = sql`${name} LIKE ${text} ESCAPE '\\'`
  if (first === 0) return whole
  const begin = labels.slice(0, first).join(".")
  return sql`(${name} >= ${`${begin}.`} AND ${name} < ${begin + afterDot} AND ${whole})`
}
