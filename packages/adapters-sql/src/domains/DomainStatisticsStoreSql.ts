import { DomainStatisticsStore, kindOf, type Measure, measures, oncePerDay } from "@namewright/core/domains"
import type { Instant, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"
import { measureColumns, scopes } from "./EventCountSql.ts"

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

const measureNames = Object.values(measureColumns)
const columns = measureNames.join(", ")
const sums = measureNames.map((column) => `sum(${column})`).join(", ")

/** Number of counted events of a group of `events`. */
const counted = (measure: Measure) => {
  const value = oncePerDay.has(measure) ? "DISTINCT CASE WHEN" : "CASE WHEN"
  const item = oncePerDay.has(measure) ? "object_id" : "1"
  return `count(${value} kind = '${kindOf[measure]}' THEN ${item} END)`
}

const itemOf = { organization: "organization_id", tld: "tld" } as const

export const layer = Layer.effect(
  DomainStatisticsStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { isPostgres, oneOf, onlyWriter, utcDay, whole } = dialect(sql)
    const summed = decodedRows(SummedRow)
    const oldest = decodedRows(OldestRow)

    const totals = sql.csv(
      measures.map((measure) => sql`${whole(`sum(${measureColumns[measure]})`)} AS ${sql(measure)}`)
    )

    /** First counted day of several organizations, read from the index of each. */
    const firstDay = (organizations: ReadonlyArray<OrganizationId>) => {
      const ids = JSON.stringify(organizations)
      const each = isPostgres
        ? sql`(SELECT json_array_elements_text(${ids}::json) AS value) o`
        : sql`json_each(${ids}) o`
      return sql`(SELECT min(first) FROM (SELECT (SELECT min(s.day) FROM domain_statistics s
        WHERE s.organization_id = o.value AND s.scope = ${scopes.all}) AS first FROM ${each}) AS days)`
    }

    return DomainStatisticsStore.of({
      read: Effect.fnUntraced(function*({ first, last, organizations, tlds }, breakdown) {
        const sumsBy = (number: 0 | 1, item: "day" | "organization_id" | "tld") => {
          const ofTlds = tlds === undefined ? sql`` : sql`AND tld ${oneOf(tlds)}`
          const scope = item === "tld" || tlds !== undefined ? scopes.tld : scopes.all
          return sql`SELECT ${sql.literal(String(number))} AS part, ${
            sql(item)
          } AS item, ${totals} FROM domain_statistics
            WHERE organization_id ${
            oneOf(organizations)
          } AND scope = ${scope} AND day >= ${first} AND day <= ${last} ${ofTlds}
            GROUP BY ${sql(item)}`
        }
        const grouped = breakdown === "none" ? sql`` : sql`UNION ALL ${sumsBy(1, itemOf[breakdown])}`
        const rows = yield* summed.allOf(sql`${sumsBy(0, "day")} ${grouped}`)
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
        yield* sql`INSERT INTO domain_statistics (organization_id, scope, day, tld, shard, ${sql.literal(columns)})
          SELECT organization_id, ${sql.literal(String(scopes.tld))}, ${utcDay("created_on")}, counted_tld, 0,
            ${sql.literal(measures.map(counted).join(", "))}
          FROM events WHERE counted_tld IS NOT NULL AND created_on >= ${`${since}T00:00:00.000Z`}
          GROUP BY organization_id, 3, counted_tld`
        yield* sql`INSERT INTO domain_statistics (organization_id, scope, day, tld, shard, ${sql.literal(columns)})
          SELECT organization_id, ${sql.literal(String(scopes.all))}, day, '', 0, ${
          sql.literal(sums)
        } FROM domain_statistics
          WHERE scope = ${scopes.tld} AND day >= ${since} GROUP BY organization_id, day`
      }, orDieSql),

      addUp: Effect.fnUntraced(function*(before) {
        if (!isPostgres) return false
        const added = measureNames.map((column) => `${column} = domain_statistics.${column} + excluded.${column}`)
        const rows = yield* sql`WITH moved AS (DELETE FROM domain_statistics WHERE shard > 0 AND day =
            (SELECT min(day) FROM domain_statistics WHERE shard > 0 AND day < ${before}) RETURNING *)
          INSERT INTO domain_statistics (organization_id, scope, day, tld, shard, ${sql.literal(columns)})
          SELECT organization_id, scope, day, tld, 0, ${sql.literal(sums)} FROM moved
          GROUP BY organization_id, scope, day, tld
          ON CONFLICT (organization_id, scope, day, tld, shard) DO UPDATE SET ${sql.literal(added.join(", "))}
          RETURNING shard`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
