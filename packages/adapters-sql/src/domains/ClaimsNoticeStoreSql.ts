import { ClaimsNoticeStore, FetchedNotice } from "@namewright/core/domains"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const Row = Schema.Struct({ ...FetchedNotice.fields, not_after: InstantColumn, expires_on: InstantColumn })

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  ClaimsNoticeStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeSync(Row)
    const stored = rowReads(sql, "claims_notices", Row)

    return ClaimsNoticeStore.of({
      insert: Effect.fnUntraced(function*(notice) {
        yield* sql`INSERT INTO claims_notices ${sql.insert(encode(notice))}`
      }, orDieSql),

      findByHash: (organization, hash) =>
        stored.first(sql`acceptance_hash = ${hash} AND organization_id = ${organization}`),

      findByKey: (organization, claimsKey) =>
        stored.first(
          sql`organization_id = ${organization} AND claims_key = ${claimsKey}`,
          sql`ORDER BY expires_on DESC LIMIT 1`
        ),

      removeExpired: Effect.fnUntraced(function*(until, atMost) {
        const removed = yield* sql`DELETE FROM claims_notices WHERE acceptance_hash IN (
          SELECT acceptance_hash FROM claims_notices WHERE expires_on <= ${at(until)}
          ORDER BY expires_on LIMIT ${atMost}) RETURNING acceptance_hash`
        return removed.length
      }, orDieSql)
    })
  })
)
