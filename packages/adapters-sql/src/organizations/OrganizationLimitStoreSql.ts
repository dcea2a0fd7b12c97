import { type LimitValues, OrganizationLimitStore } from "@namewright/core/organizations"
import { Money } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const LimitRow = Schema.Struct({
  monthly_spend: Schema.NullOr(IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))),
  domains: Schema.NullOr(IntegerColumn)
})

const unlimited: LimitValues = { monthly_spend: null, domains: null }

const orNone = (found: Effect.Effect<Option.Option<LimitValues>>) =>
  Effect.map(found, Option.getOrElse(() => unlimited))

export const layer = Layer.effect(
  OrganizationLimitStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forKeyShare, forUpdate } = dialect(sql)
    const limits = rowReads(sql, "organization_limits", LimitRow)
    const kept = decodedRows(LimitRow.mapFields(Struct.pick(["domains"])))

    return OrganizationLimitStore.of({
      find: (organization) => orNone(limits.first(sql`organization_id = ${organization}`)),

      keepWithLimit: (organization) =>
        Effect.map(
          kept.firstOf(
            sql`SELECT (SELECT l.domains FROM organization_limits l WHERE l.organization_id = o.organization_id) AS domains
              FROM organizations o WHERE o.organization_id = ${organization} AND o.deleted_on IS NULL ${forKeyShare}`
          ),
          Option.map(({ domains }) => domains)
        ),

      lock: (organization) => orNone(limits.first(sql`organization_id = ${organization}`, forUpdate)),

      put: (organization_id, { domains, monthly_spend }) =>
        sql`INSERT INTO organization_limits ${sql.insert({ organization_id, monthly_spend, domains })}
          ON CONFLICT (organization_id) DO UPDATE SET monthly_spend = excluded.monthly_spend, domains = excluded.domains`
          .pipe(Effect.asVoid, orDieSql)
    })
  })
)
