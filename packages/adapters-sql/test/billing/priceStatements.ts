import { PriceStore } from "@namewright/core/billing"
import { newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT price FROM prices WHERE price = -1"

/** 20 lists of 100 classes, with ten prices in time each, and as many of the default list. */
export const fillPrices = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const numbers = sql.onDialectOrElse({
    pg: () => "SELECT n FROM generate_series(0, 19999) AS n",
    orElse: () =>
      "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 19999) SELECT n FROM numbers"
  })
  const insert = (list: string) =>
    sql.unsafe(`INSERT INTO prices (price_list, product_type, currency, product_class, product_action, period_unit,
        period_value, valid_from, price, updated_on)
      SELECT ${list}, 'domain', 'EUR', 'class' || (n % 100), 'create', 'y', 1,
        ${
      sql.onDialectOrElse({
        pg: () => "TIMESTAMPTZ '2026-01-01' + (n / 2000) * INTERVAL '1 day'",
        orElse: () => "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (n / 2000) || ' days')"
      })
    }, n, ${
      sql.onDialectOrElse({ pg: () => "now()", orElse: () => "'2026-01-01T00:00:00.000Z'" })
    } FROM (${numbers}) AS numbers`)
  yield* insert("'list' || (n / 100 % 20)")
  yield* sql`INSERT INTO prices SELECT 'default', product_type, currency, product_class, product_action, period_unit,
      period_value, valid_from, price, updated_on FROM prices WHERE price_list = 'list0'`
})

/** The statements of an order, of the list of prices, and of a page of an operator. */
export const priceStatements = Effect.gen(function*() {
  const { page, select } = yield* PriceStore
  const payer = yield* newOrganizationId
  const lists = ["default", payer] as const
  const at = DateTime.makeUnsafe(Date.UTC(2026, 0, 5))
  const domains = { product_type: "domain", currency: "EUR" } as const
  const all = [
    yield* sentBy("order", select(lists, { ...domains, product_class: "class7", product_action: "create" }, at)),
    yield* sentBy("list", select(lists, domains, at)),
    yield* sentBy("page", page({ price_list: payer, product_type: "domain" }, { page: 2, page_size: 100 })),
    yield* sentBy("held", page({ price_list: payer, valid_at: at }, { page: 1, page_size: 100 }))
  ]
  return all.flatMap(({ sent }) => sent)
})
