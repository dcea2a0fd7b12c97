import { Finding, type FindingFilter, FindingKind, FindingStore } from "@namewright/core/reconciliation"
import type { Instant } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { runRecords } from "./runRecords.ts"

const FindingRow = Schema.Struct({
  ...Finding.fields,
  first_seen_on: InstantColumn,
  resolved_on: Schema.NullOr(InstantColumn)
})
const KeyRow = Schema.Struct({ kind: FindingKind, object_id: Schema.String })
const NumberRow = Schema.Struct({ run_number: Schema.NullOr(IntegerColumn) })
const DayRow = Schema.Struct({ day: Schema.String })
const CountRow = Schema.Struct({ kind: FindingKind, n: IntegerColumn })

const findingsPerInsert = 500

const at = Schema.encodeSync(InstantColumn)
const orNull = (instant: Instant.Instant | null) => instant === null ? null : at(instant)

const rowOf = (finding: Finding, run_number: number) => ({
  ...finding,
  run_number,
  first_seen_on: at(finding.first_seen_on),
  resolved_on: orNull(finding.resolved_on)
})

type FindingKey = Pick<Finding, "kind" | "object_id">

const keyOf = ({ kind, object_id }: FindingKey): string => `${kind} ${object_id}`

export const layer = Layer.effect(
  FindingStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const findings = rowReads(sql, "reconciliation_findings", FindingRow)
    const keys = decodedRows(KeyRow)
    const numbers = decodedRows(NumberRow)
    const days = decodedRows(DayRow)
    const counts = decodedRows(CountRow)
    const { count, oneOf } = dialect(sql)

    const conditions = ({ day, kind, open }: FindingFilter) =>
      sql.and([
        sql`1 = 1`,
        ...(day === undefined ? [] : [sql`day = ${day}`]),
        ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
        ...(open === undefined ? [] : [open ? sql`resolved_on IS NULL` : sql`resolved_on IS NOT NULL`])
      ])

    /** Opens resolved findings again, and returns their keys. */
    const reopen = Effect.fnUntraced(function*(found: ReadonlyArray<Finding>) {
      const opened: Array<FindingKey> = []
      for (const [kind, some] of Map.groupBy(found, (finding) => finding.kind)) {
        opened.push(
          ...yield* keys.allOf(
            sql`UPDATE reconciliation_findings SET resolved_on = NULL
              WHERE kind = ${kind} AND object_id ${oneOf(some.map(({ object_id }) => object_id))}
                AND resolved_on IS NOT NULL RETURNING kind, object_id`
          )
        )
      }
      return opened
    })

    /** Stores findings in one statement. Returns the new and the reopened ones. */
    const putSome = Effect.fnUntraced(function*(found: Arr.NonEmptyReadonlyArray<Finding>, run_number: number) {
      const rows: Arr.NonEmptyReadonlyArray<Record<string, unknown>> = Arr.map(
        found,
        (finding) => rowOf(finding, run_number)
      )
      const inserted = yield* keys.allOf(
        sql`INSERT INTO reconciliation_findings ${sql.insert(rows)} ON CONFLICT (kind, object_id) DO NOTHING
          RETURNING kind, object_id`
      )
      const added = new Set([...inserted, ...yield* reopen(found)].map(keyOf))
      yield* sql`INSERT INTO reconciliation_findings AS f ${sql.insert(rows)} ON CONFLICT (kind, object_id)
        DO UPDATE SET organization_id = excluded.organization_id, provider = excluded.provider,
          expected = excluded.expected, found = excluded.found,
          run_number = CASE WHEN f.run_number > excluded.run_number THEN f.run_number ELSE excluded.run_number END`
      return found.filter((finding) => added.has(keyOf(finding)))
    })

    return FindingStore.of({
      ...runRecords(sql),

      nextRunNumber: Effect.map(
        numbers.firstOf(
          sql`SELECT max(run_number) AS run_number FROM reconciliation_findings WHERE resolved_on IS NULL`
        ),
        (found) => (Option.getOrThrow(found).run_number ?? 0) + 1
      ),

      openOf: (day) =>
        findings.all(
          sql`resolved_on IS NULL AND (day = ${day} OR kind = 'ledger_balance')`,
          sql`ORDER BY kind, object_id`
        ),

      put: Effect.fnUntraced(function*(found, run_number) {
        const added: Array<Finding> = []
        for (const chunk of Arr.chunksOf(found, findingsPerInsert)) {
          if (Arr.isReadonlyArrayNonEmpty(chunk)) added.push(...yield* putSome(chunk, run_number))
        }
        return added
      }, orDieSql),

      resolveUnseen: Effect.fnUntraced(function*({ day, kinds, run_number }, now) {
        yield* sql`UPDATE reconciliation_findings SET resolved_on = ${at(now)}
          WHERE resolved_on IS NULL AND kind ${oneOf(kinds)} AND run_number < ${run_number}
            AND (day = ${day} OR kind = 'ledger_balance')`
      }, orDieSql),

      openDays: (since) =>
        Effect.map(
          days.allOf(
            sql`SELECT DISTINCT day FROM reconciliation_findings
              WHERE resolved_on IS NULL AND day >= ${since} ORDER BY day`
          ),
          (found) => found.map(({ day }) => day)
        ),

      countOpen: Effect.map(
        counts.allOf(
          sql`SELECT kind, ${count} AS n FROM reconciliation_findings WHERE resolved_on IS NULL GROUP BY kind`
        ),
        (found) => new Map(found.map(({ kind, n }) => [kind, n]))
      ),

      page: (filter, page) =>
        findings.page(conditions(filter), sql.literal("day DESC, kind DESC, object_id DESC"), page)
    })
  })
)
