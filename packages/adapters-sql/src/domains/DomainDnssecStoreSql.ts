import { DomainDnssecData, DomainDnssecStore } from "@namewright/core/domains"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const Row = Schema.Struct({
  ...DomainDnssecData.fields,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

export const layer = Layer.effect(
  DomainDnssecStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeSync(Row)
    const stored = rowReads(sql, "domain_dnssec_data", Row)

    return DomainDnssecStore.of({
      ofDomain: (domain) => stored.all(sql`domain_id = ${domain}`, sql`ORDER BY position`),

      replace: Effect.fnUntraced(function*(domain, data) {
        yield* sql`DELETE FROM domain_dnssec_data WHERE domain_id = ${domain}`
        for (const [position, entry] of data.entries()) {
          yield* sql`INSERT INTO domain_dnssec_data ${sql.insert({ ...encode(entry), position })}`
        }
      }, orDieSql)
    })
  })
)
