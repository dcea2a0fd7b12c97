import { DomainStatisticsStore, kindOf, type Measure, measures, oncePerDay } from "@namewright/core/domains"
import type { Instant, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"
import { measureColumns } from "./DomainStatisticsSql.ts"

const SummedRow = Schema.Struct({
  /** Days are 0, groups of the breakdown 1. */
  part: IntegerColumn,
  item: Schema.String,
  create: IntegerColumn,
  transfer: IntegerColumn,
  delete: IntegerColumn,
  transfer_out: IntegerColumn,
  renew: IntegerColumn,
  restore: IntegerColumn
})

const OldestRow = Schema.Struct({ event: Schema.NullOr(InstantColumn), day: Schema.NullOr(Schema.String) })

const columns = Object.values(measureColumns).join(", ")
const sums = Object.values(measureColumns).map((column) => `sum(${column}) AS ${column}`).join(", ")

/** Number of counted events of a group of `events`. */
const counted = (measure: Measure) => {
  const value = oncePerDay.has(measure) ? "DISTINCT CASE WHEN" : "CASE WHEN"
  const item = oncePerDay.has(measure) ? "object_id" : "1"
  return `count(${value} kind = '${kindOf[measure]}' THEN ${item} END)`
}

export const layer = Layer.effect(
  DomainStatisticsStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { isPostgres, oneOf, onlyWriter, utcDay, whole } = dialect(sql)
    const summed = decodedRows(SummedRow)
    const oldest = decodedRows(OldestRow)

    const part = (number: number, item: Statement.Fragment) => {
      const all = measures.map((measure) => sql`${whole(`sum(${measureColumns[measure]})`)} AS ${sql(measure)}`)
      return sql`SELECT ${sql.literal(String(number))} AS part, ${item} AS item, ${
        sql.csv(all)
      } FROM counted GROUP BY ${item}`
    }

    const itemOf = { none: sql`''`, organization: sql`organization_id`, tld: sql`tld` }

    /** First counted day of several organizations, read from the index of each. */
    const firstDay = (organizations: ReadonlyArray<OrganizationId>) => {
      const ids = JSON.stringify(organizations)
      const each = isPostgres
        ? sql`(SELECT json_array_elements_text(${ids}::json) AS value) o`
        : sql`json_each(${ids}) o`
      return sql`(SELECT min(first) FROM (SELECT (SELECT min(s.day) FROM domain_statistics s
        WHERE s.organization_id = o.value) AS first FROM ${each}) AS days)`
    }

    return DomainStatisticsStore.of({
      read: Effect.fnUntraced(function*({ first, last, organizations, tlds }, breakdown) {
        const ofTlds = tlds === undefined ? sql`` : sql`AND tld ${oneOf(tlds)}`
        const grouped = breakdown === "none" ? sql`` : sql`UNION ALL ${part(1, sql`item`)}`
        const rows = yield* summed.allOf(sql`WITH counted AS MATERIALIZED (
          SELECT day, ${itemOf[breakdown]} AS item, ${sql.literal(sums)} FROM domain_statistics
          WHERE organization_id ${oneOf(organizations)} AND day >= ${first} AND day <= ${last} ${ofTlds}
          GROUP BY 1, 2) ${part(0, sql`day`)} ${grouped}`)
        return {
          days: rows.flatMap(({ item, part, ...counts }) => part === 0 ? [{ ...counts, day: item }] : []),
          groups: rows.flatMap(({ item, part, ...counts }) => part === 1 ? [{ ...counts, key: item }] : [])
        }
      }),

      oldest: Effect.fnUntraced(function*(organization, organizations) {
        const found = yield* oldest.allOf(
          sql`SELECT (SELECT created_on FROM events WHERE organization_id = ${organization}
          ORDER BY created_on, event_id LIMIT 1) AS event, ${firstDay(organizations)} AS day`
        )
        const instants = found.flatMap(({ day, event }): ReadonlyArray<Instant.Instant> => [
          ...(event === null ? [] : [event]),
          ...(day === null ? [] : [DateTime.makeUnsafe(`${day}T00:00:00Z`)])
        ])
        return instants.reduce<Instant.Instant | null>(
          (first, instant) => first === null || DateTime.isLessThan(instant, first) ? instant : first,
          null
        )
      }),

      recount: Effect.fnUntraced(function*(since) {
        yield* sql`${onlyWriter("domain_statistics")}`
        yield* sql`DELETE FROM domain_statistics WHERE day >= ${since}`
        yield* sql`INSERT INTO domain_statistics (organization_id, day, tld, shard, ${sql.literal(columns)})
          SELECT organization_id, ${utcDay("created_on")}, counted_tld, 0, ${
          sql.literal(measures.map(counted).join(", "))
        }
          FROM events WHERE counted_tld IS NOT NULL AND created_on >= ${`${since}T00:00:00.000Z`} GROUP BY 1, 2, 3`
      }, orDieSql)
    })
  })
)
