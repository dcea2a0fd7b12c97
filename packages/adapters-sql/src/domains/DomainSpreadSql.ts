import type { DomainSortField } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import {
  combined,
  type DateField,
  dateStripe,
  nameStripe,
  type Part,
  type StripeCount,
  undatedStripe
} from "./DomainStripes.ts"

/** A step of names has their first characters in common, one of dates these seconds: about six days. */
const stepBits = 19
/** Domains without the date have the first characters of their ids in common: about twelve days, an eighth of a stripe. */
const idCharacters = 11
/** Comes after every character of names and ids. */
const last = "~"

const nullable: ReadonlySet<DomainSortField> = new Set<DateField>(["expires_on", "registered_on", "transferred_on"])

/** How many rows stand in a step of an order. */
interface StepCount {
  readonly n: number
  readonly step: string | number
}

const edgesOf = (by: DomainSortField, step: string | number): Pick<Part, "start" | "end"> => {
  if (typeof step === "number") {
    const seconds = 2 ** stepBits
    return { start: { type: "date", seconds: step * seconds }, end: { type: "date", seconds: (step + 1) * seconds } }
  }
  return by === "name"
    ? { start: { type: "name", name: step }, end: { type: "name", name: `${step}${last}` } }
    : { start: { type: "undated", domain_id: step }, end: { type: "undated", domain_id: `${step}${last}` } }
}

const stripeOfStep = (by: DomainSortField, step: string | number): number =>
  by === "name"
    ? nameStripe(String(step))
    : typeof step === "string"
    ? undatedStripe(step)
    : dateStripe(by, step * 2 ** stepBits)

/** Rows without the date come first. */
const byOrder = ({ step: a }: StepCount, { step: b }: StepCount): number =>
  typeof a === typeof b ? (a < b ? -1 : 1) : typeof a === "string" ? -1 : 1

const counted = (steps: ReadonlyArray<string | number>): ReadonlyArray<StepCount> => {
  const counts = new Map<string | number, number>()
  for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1)
  return [...counts].map(([step, n]) => ({ n, step }))
}

/**
 * Counts rows one by one and tells where in an order they stand. The steps that it tells of are shorter than the stripes
 * of the counts, because a walk to a page begins at one, and nothing keeps them.
 */
export const domainSpread = (sql: SqlClient.SqlClient) => {
  const { apart, count, isPostgres, whole } = dialect(sql)

  const stepOf = (by: DomainSortField): Statement.Fragment =>
    by === "name" ? sql.literal("i.name_start") : whole(`i.${by} >> ${stepBits}`)

  const undatedOf = (by: DomainSortField): Statement.Fragment =>
    sql.literal(
      nullable.has(by) ? `CASE WHEN i.${by} IS NULL THEN substr(i.domain_id, 1, ${idCharacters}) END` : "NULL"
    )

  /** PostgreSQL counts the steps itself; it would expect nearly as many of them as rows, and sort them, if not apart. */
  const grouped = (index: Statement.Fragment, conditions: ReadonlyArray<Statement.Fragment>, by: DomainSortField) =>
    Effect.map(
      sql<{ readonly n: number; readonly step: string | number | null; readonly undated: string | null }>`
        SELECT ${count} AS n, p.step, p.undated FROM (
          SELECT ${stepOf(by)} AS step, ${undatedOf(by)} AS undated FROM domain_index i ${index}
          WHERE ${sql.and(conditions)} ${apart}
        ) p GROUP BY p.step, p.undated`,
      (rows) => rows.map(({ n, step, undated }): StepCount => ({ n, step: step ?? undated ?? "" }))
    )

  /** SQLite would sort the rows to group them, which takes longer than all the rest. */
  const listed = (index: Statement.Fragment, conditions: ReadonlyArray<Statement.Fragment>, by: DomainSortField) =>
    Effect.map(
      sql<{ readonly steps: string }>`SELECT json_group_array(COALESCE(${stepOf(by)}, ${undatedOf(by)})) AS steps
        FROM domain_index i ${index} WHERE ${sql.and(conditions)}`,
      ([row]) => counted(row === undefined ? [] : JSON.parse(row.steps))
    )

  const steps = isPostgres ? grouped : listed

  return {
    /** The parts of the order in which rows stand that meet the conditions, from its beginning to its end. */
    parts: (index: Statement.Fragment, conditions: ReadonlyArray<Statement.Fragment>, by: DomainSortField) =>
      Effect.map(
        steps(index, conditions, by),
        (found) => found.toSorted(byOrder).map(({ n, step }): Part => ({ ...edgesOf(by, step), n }))
      ),

    /** The same by the stripes of the counts, to be added to these or taken from them. */
    stripes: (index: Statement.Fragment, conditions: ReadonlyArray<Statement.Fragment>, by: DomainSortField) =>
      Effect.map(
        steps(index, conditions, by),
        (found) => combined([found.map(({ n, step }): StripeCount => ({ n, stripe: stripeOfStep(by, step) }))], [])
      )
  }
}
