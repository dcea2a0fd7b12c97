import { BrandingSenderStore, StoredSender } from "@namewright/core/branding"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const SenderRow = Schema.Struct({
  ...StoredSender.fields,
  found: json(StoredSender.fields.found),
  checked_on: Schema.NullOr(InstantColumn),
  verified_on: Schema.NullOr(InstantColumn),
  due_on: InstantColumn,
  version: IntegerColumn
})

const at = Schema.encodeSync(InstantColumn)

export const layer = Layer.effect(
  BrandingSenderStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { skipLocked } = dialect(sql)
    const encode = Schema.encodeSync(SenderRow)
    const senders = rowReads(sql, "branding_senders", SenderRow)

    return BrandingSenderStore.of({
      find: (organization) => senders.first(sql`organization_id = ${organization}`),

      findAddress: (address) =>
        senders.first(
          sql`address = ${address}`,
          sql`ORDER BY status = 'verified' DESC, verified_on IS NULL, verified_on DESC LIMIT 1`
        ),

      put: Effect.fnUntraced(function*(sender) {
        yield* sql`DELETE FROM branding_senders WHERE organization_id = ${sender.organization_id}`
        yield* sql`INSERT INTO branding_senders ${sql.insert({ ...encode({ ...sender, version: 1 }) })}`
      }, orDieSql),

      remove: (organization) =>
        sql`DELETE FROM branding_senders WHERE organization_id = ${organization}`.pipe(Effect.asVoid, orDieSql),

      leaseDue: (atMost, now, until) =>
        senders.allOf(sql`UPDATE branding_senders SET due_on = ${at(until)}, version = version + 1
          WHERE organization_id IN (
            SELECT organization_id FROM branding_senders WHERE due_on <= ${at(now)}
            ORDER BY due_on LIMIT ${atMost} ${skipLocked})
          RETURNING ${senders.columns}`),

      settle: Effect.fnUntraced(function*(sender) {
        const { checked_on, due_on, found, status, verified_on } = encode(sender)
        const rows = yield* sql`UPDATE branding_senders SET ${
          sql.update({ checked_on, due_on, found, status, verified_on, version: sender.version + 1 })
        } WHERE organization_id = ${sender.organization_id} AND selector = ${sender.selector}
            AND version = ${sender.version} RETURNING organization_id`
        return rows.length > 0
      }, orDieSql)
    })
  })
)
