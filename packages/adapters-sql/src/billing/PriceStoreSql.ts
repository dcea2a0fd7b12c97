import {
  type ListedPrice,
  otherClasses,
  Price,
  type PriceLine,
  type PriceLineFilter,
  PriceListName,
  PriceStore
} from "@namewright/core/billing"
import { type Instant, Money, Period } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const PriceRow = Schema.Struct({
  price_list: PriceListName,
  product_type: Price.fields.product_type,
  currency: Money.Currency,
  product_class: Schema.String,
  product_action: Price.fields.product_action,
  period_unit: Schema.Literals(["", ...Period.PeriodUnit.literals]),
  period_value: IntegerColumn,
  valid_from: InstantColumn,
  price: Schema.NullOr(IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits)))
})

const rowsPerInsert = 500

const at = Schema.encodeSync(InstantColumn)

type Key = Omit<PriceLine, "price">

/** Key columns of the lines that replace each other in time. They are never null, so that the unique key is effective. */
const seriesOf = ({ period, price_list, product_class, ...line }: Key) => ({
  price_list,
  product_type: line.product_type,
  currency: line.currency,
  product_class: product_class ?? "",
  product_action: line.product_action,
  period_unit: period?.unit ?? "",
  period_value: period?.value ?? 0
})

const seriesColumns = [
  "price_list",
  "product_type",
  "currency",
  "product_class",
  "product_action",
  "period_unit",
  "period_value"
] as const
const keyColumns = [...seriesColumns, "valid_from"].join(", ")
const sameSeries = seriesColumns.map((column) => `started.${column} = prices.${column}`).join(" AND ")

const fromRow = ({ period_unit, period_value, product_class, ...row }: typeof PriceRow.Type): PriceLine => ({
  ...row,
  product_class: product_class === "" ? null : product_class,
  period: period_unit === "" ? null : { unit: period_unit, value: period_value }
})

const listed = ({ price, price_list, ...line }: PriceLine): ReadonlyArray<ListedPrice> =>
  price === null ? [] : [{ list: price_list, price: { ...Struct.omit(line, ["valid_from"]), price } }]

export const layer = Layer.effect(
  PriceStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const stored = rowReads(sql, "prices", PriceRow).map(fromRow)

    /** Of each series the last line that has started. */
    const holdsAt = (instant: Instant.Instant) =>
      sql`valid_from = (SELECT max(started.valid_from) FROM prices started
        WHERE ${sql.literal(sameSeries)} AND started.valid_from <= ${at(instant)}) AND price IS NOT NULL`

    const removing = (starts: (instant: string | Date) => Statement.Fragment) =>
      Effect.fnUntraced(function*(lines: ReadonlyArray<Key>) {
        for (const line of lines) {
          const series = Object.entries(seriesOf(line)).map(([column, value]) => sql`${sql(column)} = ${value}`)
          yield* sql`DELETE FROM prices WHERE ${sql.and([...series, starts(at(line.valid_from))])}`
        }
      }, orDieSql)

    const conditions = ({ valid_at, ...filter }: PriceLineFilter) => {
      const equal = (["price_list", "product_type", "product_action", "product_class", "currency"] as const)
        .flatMap((column) => filter[column] === undefined ? [] : [sql`${sql(column)} = ${filter[column]}`])
      return sql.and([...equal, ...(valid_at === undefined ? [] : [holdsAt(valid_at)])])
    }

    return PriceStore.of({
      put: Effect.fnUntraced(function*(lines, instant) {
        const updated_on = at(instant)
        const rows = lines.map((line) => ({
          ...seriesOf(line),
          valid_from: at(line.valid_from),
          price: line.price,
          updated_on
        }))
        for (const chunk of Arr.chunksOf(rows, rowsPerInsert)) {
          yield* sql`INSERT INTO prices ${sql.insert(chunk)} ON CONFLICT (${sql.literal(keyColumns)})
            DO UPDATE SET price = excluded.price, updated_on = excluded.updated_on`
        }
      }, orDieSql),

      remove: removing((instant) => sql`valid_from = ${instant}`),
      removeFrom: removing((instant) => sql`valid_from >= ${instant}`),

      isEmpty: Effect.fnUntraced(function*(list) {
        const rows = yield* sql`SELECT price_list FROM prices WHERE price_list = ${list} LIMIT 1`
        return rows.length === 0
      }, orDieSql),

      select: (lists, { currency, product_action, product_class, product_type }, instant) =>
        Effect.map(
          stored.all(
            sql.and([
              sql.in("price_list", lists),
              sql`product_type = ${product_type}`,
              sql`currency = ${currency}`,
              ...(product_class === undefined ? [] : [sql.in("product_class", [product_class, otherClasses])]),
              ...(product_action === undefined ? [] : [sql`product_action = ${product_action}`]),
              holdsAt(instant)
            ])
          ),
          (lines) => lines.flatMap(listed)
        ),

      page: (filter, page) => stored.page(conditions(filter), sql.literal(keyColumns), page)
    })
  })
)
