import { type StoredVatCheck, VatCheck, VatCheckStore } from "@namewright/core/organizations"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const VatCheckRow = Schema.Struct({
  ...VatCheck.fields,
  vat_checked_on: Schema.NullOr(InstantColumn),
  attempts: IntegerColumn,
  due_on: Schema.NullOr(InstantColumn),
  version: IntegerColumn
})

const at = Schema.encodeSync(InstantColumn)
const orNull = (instant: StoredVatCheck["due_on"]) => instant === null ? null : at(instant)

/** Columns that a write sets. */
const writtenOf = ({ attempts, due_on, outcome, vat_checked_on, vat_number }: VatCheck) => ({
  vat_number,
  outcome,
  vat_checked_on: orNull(vat_checked_on),
  attempts,
  due_on: orNull(due_on)
})

export const layer = Layer.effect(
  VatCheckStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { skipLocked } = dialect(sql)
    const checks = rowReads(sql, "organization_vat_checks", VatCheckRow)

    return VatCheckStore.of({
      find: (organization) => checks.first(sql`organization_id = ${organization}`),

      put: (check) =>
        sql`INSERT INTO organization_vat_checks ${
          sql.insert({ organization_id: check.organization_id, ...writtenOf(check), version: 1 })
        } ON CONFLICT (organization_id) DO UPDATE SET vat_number = excluded.vat_number, outcome = excluded.outcome,
            vat_checked_on = excluded.vat_checked_on, attempts = excluded.attempts, due_on = excluded.due_on,
            version = organization_vat_checks.version + 1`.pipe(Effect.asVoid, orDieSql),

      remove: (organization) =>
        sql`DELETE FROM organization_vat_checks WHERE organization_id = ${organization}`
          .pipe(Effect.asVoid, orDieSql),

      leaseDue: (atMost, now, until) =>
        checks.allOf(sql`UPDATE organization_vat_checks SET due_on = ${at(until)}, version = version + 1
          WHERE organization_id IN (
            SELECT organization_id FROM organization_vat_checks WHERE due_on <= ${at(now)}
            ORDER BY due_on LIMIT ${atMost} ${skipLocked})
          RETURNING ${checks.columns}`),

      settle: (check) =>
        sql`UPDATE organization_vat_checks SET ${sql.update({ ...writtenOf(check), version: check.version + 1 })}
          WHERE organization_id = ${check.organization_id} AND version = ${check.version} RETURNING organization_id`
          .pipe(Effect.map((rows) => rows.length > 0), orDieSql),

      listOpen: (outcome, page) =>
        checks.page(
          sql.and([
            sql`outcome <> 'confirmed'`,
            ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`])
          ]),
          sql.literal("outcome, organization_id"),
          page
        )
    })
  })
)
