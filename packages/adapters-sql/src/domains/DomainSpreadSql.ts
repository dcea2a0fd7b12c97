import type { DomainSortField } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import type { DateField, Part, StripeStart } from "./DomainStripes.ts"

/** A step of names has their first characters in common, one of dates these seconds: about six days. */
const stepBits = 19
/** Domains without the date have the first characters of their ids in common: about twelve days. */
const idCharacters = 11
/** Comes after every character of names and ids. */
const last = "~"

const nullable: ReadonlySet<DomainSortField> = new Set<DateField>(["expires_on", "registered_on", "transferred_on"])

interface StepCount {
  readonly n: number
  readonly step: string | number | null
  readonly undated: string | null
}

const edgesOf = ({ step, undated }: StepCount): { readonly start: StripeStart; readonly end: StripeStart } => {
  if (typeof step === "string") {
    return { start: { type: "name", name: step }, end: { type: "name", name: `${step}${last}` } }
  }
  if (step !== null) {
    const seconds = 2 ** stepBits
    return { start: { type: "date", seconds: step * seconds }, end: { type: "date", seconds: (step + 1) * seconds } }
  }
  const start = undated ?? ""
  return { start: { type: "undated", domain_id: start }, end: { type: "undated", domain_id: `${start}${last}` } }
}

/**
 * Counts rows one by one and tells where in an order they stand. The steps that it tells of are shorter than the stripes
 * of the counts, because a walk to a page begins at one, and nothing keeps them.
 */
export const domainSpread = (sql: SqlClient.SqlClient) => {
  const { apart, count, whole } = dialect(sql)

  const stepOf = (by: DomainSortField): Statement.Fragment =>
    by === "name" ? sql.literal("i.name_start") : whole(`i.${by} >> ${stepBits}`)

  const undatedOf = (by: DomainSortField): Statement.Fragment =>
    sql.literal(
      nullable.has(by) ? `CASE WHEN i.${by} IS NULL THEN substr(i.domain_id, 1, ${idCharacters}) END` : "NULL"
    )

  /** The parts of the order in which rows stand that meet the conditions, from its beginning to its end. */
  return (index: Statement.Fragment, conditions: ReadonlyArray<Statement.Fragment>, by: DomainSortField) =>
    Effect.map(
      // Kept apart because PostgreSQL would expect nearly as many steps as rows, and sort them.
      sql<StepCount>`SELECT ${count} AS n, p.step, p.undated FROM (
          SELECT ${stepOf(by)} AS step, ${undatedOf(by)} AS undated FROM domain_index i ${index}
          WHERE ${sql.and(conditions)} ${apart}
        ) p GROUP BY p.step, p.undated ORDER BY p.undated NULLS LAST, p.step`,
      (steps) => steps.map((step): Part => ({ ...edgesOf(step), n: step.n }))
    )
}
