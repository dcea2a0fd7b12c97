import { DomainQuoteStore, StoredQuote } from "@namewright/core/domains"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const Row = Schema.Struct({
  ...StoredQuote.fields,
  prices: json(StoredQuote.fields.prices),
  created_on: InstantColumn,
  expires_on: InstantColumn,
  used_on: Schema.NullOr(InstantColumn)
})

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  DomainQuoteStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeSync(Row)
    const stored = rowReads(sql, "domain_quotes", Row)

    return DomainQuoteStore.of({
      insert: Effect.fnUntraced(function*(quote) {
        yield* sql`INSERT INTO domain_quotes ${sql.insert(encode(quote))}`
      }, orDieSql),

      find: (id) => stored.first(sql`quote_id = ${id}`),

      use: Effect.fnUntraced(function*(id, now) {
        const used = yield* sql`UPDATE domain_quotes SET used_on = ${at(now)}
          WHERE quote_id = ${id} AND used_on IS NULL RETURNING quote_id`
        return used.length > 0
      }, orDieSql),

      removeExpired: Effect.fnUntraced(function*(until, atMost) {
        const removed = yield* sql`DELETE FROM domain_quotes WHERE quote_id IN (
          SELECT quote_id FROM domain_quotes WHERE expires_on <= ${at(until)} ORDER BY expires_on LIMIT ${atMost})
          RETURNING quote_id`
        return removed.length
      }, orDieSql)
    })
  })
)
