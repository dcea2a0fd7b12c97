import { otherClasses, Price, type PriceListName, PriceStore } from "@namewright/core/billing"
import { type Instant, Money, OrganizationId, Period } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const PriceRow = Schema.Struct({
  price_list: Schema.Union([Schema.Literal("default"), OrganizationId]),
  product_type: Price.fields.product_type,
  product_action: Price.fields.product_action,
  product_class: Schema.String,
  price: IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits)),
  currency: Money.Currency,
  period_unit: Schema.Literals(["", ...Period.PeriodUnit.literals]),
  period_value: IntegerColumn
})

const rowsPerInsert = 500

/** Key columns of a line. They are never null in the table, so that the unique key is effective. */
const keyOf = (list: PriceListName, { period, product_class, ...price }: Omit<Price, "price">) => ({
  price_list: list,
  product_type: price.product_type,
  product_action: price.product_action,
  currency: price.currency,
  product_class: product_class ?? "",
  period_unit: period?.unit ?? "",
  period_value: period?.value ?? 0
})

const fromRow = ({ period_unit, period_value, price_list, ...row }: typeof PriceRow.Type) => ({
  list: price_list,
  price: {
    ...row,
    product_class: row.product_class === "" ? null : row.product_class,
    period: period_unit === "" ? null : { unit: period_unit, value: period_value }
  }
})

export const layer = Layer.effect(
  PriceStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const stored = rowReads(sql, "prices", PriceRow).map(fromRow)

    return PriceStore.of({
      put: Effect.fnUntraced(function*(list, prices, at: Instant.Instant) {
        const updated_on = Schema.encodeSync(InstantColumn)(at)
        const rows = prices.map((price) => ({ ...keyOf(list, price), price: price.price, updated_on }))
        for (const chunk of Arr.chunksOf(rows, rowsPerInsert)) {
          yield* sql`INSERT INTO prices ${sql.insert(chunk)}
            ON CONFLICT (price_list, product_type, currency, product_class, product_action, period_unit, period_value)
            DO UPDATE SET price = excluded.price, updated_on = excluded.updated_on`
        }
      }, orDieSql),

      remove: Effect.fnUntraced(function*(list, prices) {
        for (const price of prices) {
          const key = Object.entries(keyOf(list, price)).map(([column, value]) => sql`${sql(column)} = ${value}`)
          yield* sql`DELETE FROM prices WHERE ${sql.and(key)}`
        }
      }, orDieSql),

      isEmpty: Effect.fnUntraced(function*(list) {
        const rows = yield* sql`SELECT price_list FROM prices WHERE price_list = ${list} LIMIT 1`
        return rows.length === 0
      }, orDieSql),

      select: (payer, { currency, product_action, product_class, product_type }) =>
        stored.all(
          sql.and([
            sql.in("price_list", ["default", payer]),
            sql`product_type = ${product_type}`,
            sql`currency = ${currency}`,
            ...(product_class === undefined ? [] : [sql.in("product_class", [product_class, otherClasses])]),
            ...(product_action === undefined ? [] : [sql`product_action = ${product_action}`])
          ])
        )
    })
  })
)
