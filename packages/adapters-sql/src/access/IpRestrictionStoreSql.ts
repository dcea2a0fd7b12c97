import { IpRestriction, IpRestrictionStore } from "@namewright/core/access"
import { Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"

const IpRestrictionRow = Schema.Struct({
  ...IpRestriction.fields,
  ip_restriction_id: IntegerColumn,
  last_used_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn
})

const NewRow = Schema.Struct(Struct.omit(IpRestrictionRow.fields, ["ip_restriction_id"]))

const columns = Object.keys(IpRestrictionRow.fields).join(", ")

export const layer = Layer.effect(
  IpRestrictionStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(NewRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(IpRestrictionRow))

    return IpRestrictionStore.of({
      insert: Effect.fnUntraced(function*(restriction) {
        const rows = yield* sql`INSERT INTO ip_restrictions ${sql.insert(yield* encode(restriction))}
          ON CONFLICT (organization_id, ip_network) DO NOTHING RETURNING ${sql.literal(columns)}`
        return Option.fromUndefinedOr((yield* decode(rows))[0])
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM ip_restrictions
          WHERE organization_id = ${organization} ORDER BY ip_restriction_id`
        return yield* decode(rows)
      }, orDieSql)
    })
  })
)
