import { IpRestriction, IpRestrictionExists, IpRestrictionStore } from "@namewright/core/access"
import { Array as Arr, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const IpRestrictionRow = Schema.Struct({
  ...IpRestriction.fields,
  ip_restriction_id: IntegerColumn,
  last_used_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn
})

const NewRow = Schema.Struct(Struct.omit(IpRestrictionRow.fields, ["ip_restriction_id"]))

/** Rows of one statement; the databases limit its parameters. */
const rowsAtOnce = 500

const exists = ({ ip_network }: Pick<IpRestriction, "ip_network">) => new IpRestrictionExists({ ip_network })

export const layer = Layer.effect(
  IpRestrictionStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forNoKeyUpdate } = dialect(sql)
    const encode = Schema.encodeEffect(NewRow)
    const encodeInstant = Schema.encodeEffect(InstantColumn)
    const restrictions = rowReads(sql, "ip_restrictions", IpRestrictionRow)

    const list: IpRestrictionStore["Service"]["list"] = (organization) =>
      restrictions.all(sql`organization_id = ${organization}`, sql`ORDER BY ip_restriction_id`)

    return IpRestrictionStore.of({
      find: (id) => restrictions.first(sql`ip_restriction_id = ${id}`),

      list,

      lock: Effect.fnUntraced(function*(organization) {
        yield* sql`SELECT organization_id FROM organizations WHERE organization_id = ${organization} ${forNoKeyUpdate}`
        return yield* list(organization)
      }, orDieSql),

      insert: Effect.fnUntraced(function*(restriction) {
        const row = yield* Effect.orDie(encode(restriction))
        const inserted = yield* restrictions.firstOf(
          sql`INSERT INTO ip_restrictions ${sql.insert(row)}
            ON CONFLICT (organization_id, ip_network) DO NOTHING RETURNING ${restrictions.columns}`
        )
        return Option.isSome(inserted) ? inserted.value : yield* exists(restriction)
      }),

      update: (restriction) =>
        Effect.gen(function*() {
          const { ip_network, last_used_on } = yield* Effect.orDie(encode(restriction))
          yield* sql`UPDATE ip_restrictions SET ip_network = ${ip_network}, last_used_on = ${last_used_on}
            WHERE ip_restriction_id = ${restriction.ip_restriction_id}`
        }).pipe(onUniqueViolation(() => exists(restriction))),

      remove: Effect.fnUntraced(function*(id) {
        yield* sql`DELETE FROM ip_restrictions WHERE ip_restriction_id = ${id}`
      }, orDieSql),

      markUsed: Effect.fnUntraced(function*(ids, at, before) {
        const [used, notSince] = [yield* encodeInstant(at), yield* encodeInstant(before)]
        yield* Effect.forEach(
          Arr.chunksOf(ids, rowsAtOnce),
          (chunk) =>
            sql`UPDATE ip_restrictions SET last_used_on = ${used}
            WHERE ${sql.in("ip_restriction_id", chunk)} AND (last_used_on IS NULL OR last_used_on <= ${notSince})`,
          { discard: true }
        )
      }, orDieSql)
    })
  })
)
