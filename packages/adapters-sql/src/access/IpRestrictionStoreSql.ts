import { IpRestriction, IpRestrictionStore } from "@namewright/core/access"
import { Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const IpRestrictionRow = Schema.Struct({
  ...IpRestriction.fields,
  ip_restriction_id: IntegerColumn,
  last_used_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn
})

const NewRow = Schema.Struct(Struct.omit(IpRestrictionRow.fields, ["ip_restriction_id"]))

export const layer = Layer.effect(
  IpRestrictionStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(NewRow)
    const restrictions = rowReads(sql, "ip_restrictions", IpRestrictionRow)

    return IpRestrictionStore.of({
      insert: Effect.fnUntraced(function*(restriction) {
        return yield* restrictions.firstOf(
          sql`INSERT INTO ip_restrictions ${sql.insert(yield* encode(restriction))}
            ON CONFLICT (organization_id, ip_network) DO NOTHING RETURNING ${restrictions.columns}`
        )
      }, orDieSql),

      list: (organization) => restrictions.all(sql`organization_id = ${organization}`, sql`ORDER BY ip_restriction_id`)
    })
  })
)
