import { type UsageHour, usageQuantities, type UsageRange, UsageStore } from "@namewright/core/usage"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"

const total = {
  model: Schema.String,
  input_tokens: IntegerColumn,
  output_tokens: IntegerColumn,
  cache_read_tokens: IntegerColumn,
  cache_write_tokens: IntegerColumn,
  request_count: IntegerColumn
}
const TotalRow = Schema.Struct(total)
const DayRow = Schema.Struct({ day: Schema.String, ...total })
const KeyRow = Schema.Struct({ usage_key: Schema.String })
const ContentsRow = Schema.Struct({ usage_key: Schema.String, contents: Schema.String })

/** Text after all hours of a day, and before those of the next one. */
const afterDay = (day: string) => `${day}U`

/** One order of keys and hours in all transactions, so that concurrent ones wait for each other without a deadlock. */
const inOrder = (a: string, b: string) => a < b ? -1 : a > b ? 1 : 0

const placeOf = ({ account_id, hour, model, product }: UsageHour) => [account_id, product, hour, model].join(" ")

export const layer = Layer.effect(
  UsageStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { exact, texts } = dialect(sql)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const totals = decodedRows(TotalRow)
    const days = decodedRows(DayRow)
    const claimed = decodedRows(KeyRow)
    const known = decodedRows(ContentsRow)

    const sums = sql.csv(usageQuantities.map((quantity) => sql`${exact(`sum(${quantity})`)} AS ${sql(quantity)}`))
    const added = sql.literal(
      usageQuantities.map((quantity) => `${quantity} = usage_hours.${quantity} + excluded.${quantity}`).join(", ")
    )

    const within = ({ account_id, first, last, product }: UsageRange) =>
      sql`account_id = ${account_id} AND product = ${product} AND hour >= ${first} AND hour < ${afterDay(last)}`

    return UsageStore.of({
      claim: Effect.fnUntraced(function*(keys, at) {
        const recorded_on = yield* encodeInstant(at)
        const rows: ReadonlyArray<Record<string, unknown>> = keys.toSorted((a, b) => inOrder(a.usage_key, b.usage_key))
          .map((one) => ({ ...one, recorded_on }))
        if (!Arr.isReadonlyArrayNonEmpty(rows)) return new Set<string>()
        const stored = yield* claimed.allOf(
          sql`INSERT INTO usage_keys ${sql.insert(rows)} ON CONFLICT (usage_key) DO NOTHING RETURNING usage_key`
        )
        return new Set(stored.map(({ usage_key }) => usage_key))
      }, orDieSql),

      contents: Effect.fnUntraced(function*(keys) {
        if (keys.length === 0) return new Map()
        const rows = yield* known.allOf(
          sql`SELECT usage_key, contents FROM usage_keys WHERE usage_key IN ${texts(keys)}`
        )
        return new Map(rows.map(({ contents, usage_key }) => [usage_key, contents]))
      }),

      add: Effect.fnUntraced(function*(hours) {
        const rows: ReadonlyArray<Record<string, unknown>> = hours.toSorted((a, b) => inOrder(placeOf(a), placeOf(b)))
          .map((hour) => ({ ...hour }))
        if (!Arr.isReadonlyArrayNonEmpty(rows)) return
        yield* sql`INSERT INTO usage_hours ${sql.insert(rows)}
          ON CONFLICT (account_id, product, hour, model) DO UPDATE SET ${added}`
      }, orDieSql),

      days: (range) =>
        days.allOf(sql`SELECT substr(hour, 1, 10) AS day, model, ${sums} FROM usage_hours
          WHERE ${within(range)} GROUP BY 1, model ORDER BY 1, model`),

      total: (range) =>
        totals.allOf(
          sql`SELECT model, ${sums} FROM usage_hours WHERE ${within(range)} GROUP BY model ORDER BY model`
        ),

      removeKeys: Effect.fnUntraced(function*(before, atMost) {
        return yield* affected(sql`DELETE FROM usage_keys WHERE usage_key IN (
          SELECT usage_key FROM usage_keys WHERE recorded_on < ${yield* encodeInstant(before)}
          ORDER BY recorded_on LIMIT ${atMost})`)
      }, orDieSql)
    })
  })
)
