import { DomainDnssecData, DomainDnssecStore } from "@namewright/core/domains"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"

const Row = Schema.Struct({
  ...DomainDnssecData.fields,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const columns = Object.keys(Row.fields).join(", ")

export const layer = Layer.effect(
  DomainDnssecStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeSync(Row)
    const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

    return DomainDnssecStore.of({
      ofDomain: Effect.fnUntraced(function*(domain) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM domain_dnssec_data
          WHERE domain_id = ${domain} ORDER BY position`
        return yield* decode(rows)
      }, orDieSql),

      replace: Effect.fnUntraced(function*(domain, data) {
        yield* sql`DELETE FROM domain_dnssec_data WHERE domain_id = ${domain}`
        for (const [position, entry] of data.entries()) {
          yield* sql`INSERT INTO domain_dnssec_data ${sql.insert({ ...encode(entry), position })}`
        }
      }, orDieSql)
    })
  })
)
