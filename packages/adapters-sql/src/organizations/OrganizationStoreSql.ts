import { BillingModel, TaxRateUnits } from "@namewright/core/billing"
import {
  ActivePlan,
  Organization,
  type OrganizationFilter,
  type OrganizationListScope,
  OrganizationStore,
  type StoredParty
} from "@namewright/core/organizations"
import { Money, OrganizationId, Text } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, InstantColumn, IntegerColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { likeLiteral } from "../Substring.ts"

const { NullOr } = Schema
const Rate = IntegerColumn.pipe(Schema.decodeTo(TaxRateUnits))
const Amount = IntegerColumn.pipe(Schema.decodeTo(Money.MinorUnits))

const OrganizationRow = Schema.Struct({
  ...Organization.fields,
  payer_id: OrganizationId,
  external_reference: NullOr(Schema.String),
  tax_rate: NullOr(Rate),
  billing_model: BillingModel,
  credit_limit: Amount,
  customer_number: NullOr(IntegerColumn),
  active_plan: NullOr(json(ActivePlan)),
  independent_billing_approved: BooleanColumn,
  created_on: InstantColumn,
  deleted_on: NullOr(InstantColumn)
})

const ChangeRow = OrganizationRow.mapFields(Struct.map(Schema.optional))

const EntryRow = Schema.Struct({
  organization_id: OrganizationId,
  parent_organization_id: NullOr(OrganizationId),
  active: BooleanColumn
})

/**
 * Row of a payer. It is read for each charge, so it is converted without a schema. Drivers return amounts as number,
 * text or bigint.
 */
interface PartyRow extends Omit<StoredParty, "credit_limit" | "has_spending_limit" | "tax_rate"> {
  readonly credit_limit: number | string | bigint
  readonly tax_rate: number | string | bigint | null
  readonly has_spending_limit: boolean | number
  readonly alert: string | null
}

const partyOf = (row: PartyRow): StoredParty => ({
  payer_id: row.payer_id,
  currency: row.currency,
  billing_model: row.billing_model,
  credit_limit: Money.MinorUnits.make(Number(row.credit_limit)),
  tax_rate: row.tax_rate === null ? null : TaxRateUnits.make(Number(row.tax_rate)),
  has_spending_limit: Boolean(row.has_spending_limit),
  alert: row.alert === null ? null : JSON.parse(row.alert)
})

export const layer = Layer.effect(
  OrganizationStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, forKeyShare, forUpdate } = dialect(sql)
    const encode = Schema.encodeEffect(OrganizationRow)
    const encodeChange = Schema.encodeEffect(ChangeRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const organizations = rowReads(sql, "organizations", OrganizationRow)
    const entries = decodedRows(EntryRow)

    const conditions = (scope: OrganizationListScope, { country_code, search }: OrganizationFilter) =>
      sql.and([
        "family" in scope ? sql`family_id = ${scope.family}` : sql`organization_id = ${scope.organization}`,
        sql`deleted_on IS NULL`,
        ...(country_code === undefined ? [] : [sql`country_code = ${country_code}`]),
        ...(search === undefined
          ? []
          : [sql`name_folded LIKE ${`%${likeLiteral(Text.foldCase(search))}%`} ESCAPE '\\'`])
      ])

    const sortColumns = {
      created_on: "created_on",
      name: "name_folded",
      country_code: "country_code IS NULL, country_code"
    }

    return OrganizationStore.of({
      insert: Effect.fnUntraced(function*(organization) {
        const row = yield* encode(organization)
        const inserted = yield* sql`INSERT INTO organizations ${
          sql.insert({
            ...row,
            independent_billing_approved: bool(organization.independent_billing_approved),
            family_id: organization.parent_organization_id ?? organization.organization_id,
            name_folded: Text.foldCase(organization.name),
            updated_on: row.created_on
          })
        } ON CONFLICT (external_reference) WHERE external_reference IS NOT NULL AND deleted_on IS NULL DO NOTHING
          RETURNING organization_id`
        return inserted.length > 0
      }, orDieSql),

      find: (id) => organizations.first(sql`organization_id = ${id} AND deleted_on IS NULL`),

      lock: (id) => organizations.first(sql`organization_id = ${id} AND deleted_on IS NULL`, forUpdate),

      keep: (id) =>
        sql`SELECT organization_id FROM organizations WHERE organization_id = ${id} AND deleted_on IS NULL ${forKeyShare}`
          .pipe(Effect.map((rows) => rows.length > 0), orDieSql),

      countBelow: (parent) =>
        organizations.count(sql`family_id = ${parent} AND organization_id <> ${parent} AND deleted_on IS NULL`),

      findByReference: (reference) =>
        organizations.first(sql`external_reference = ${reference} AND deleted_on IS NULL`),

      findEntry: (id) =>
        entries.firstOf(
          sql`SELECT organization_id, parent_organization_id, status = 'active' AS active
            FROM organizations WHERE organization_id = ${id} AND deleted_on IS NULL`
        ),

      findParty: Effect.fnUntraced(function*(id, alertKey) {
        const rows = yield* sql<
          PartyRow
        >`SELECT p.organization_id AS payer_id, p.currency, p.billing_model, p.credit_limit,
            p.tax_rate, a.value AS alert, EXISTS (SELECT 1 FROM organization_limits l
              WHERE l.organization_id = o.organization_id AND l.monthly_spend IS NOT NULL) AS has_spending_limit
          FROM organizations o JOIN organizations p ON p.organization_id = o.payer_id
          LEFT JOIN organization_attributes a ON a.organization_id = p.organization_id AND a.key = ${alertKey}
          WHERE o.organization_id = ${id} AND o.deleted_on IS NULL`
        return Option.map(Option.fromUndefinedOr(rows[0]), partyOf)
      }, orDieSql),

      update: Effect.fnUntraced(function*(id, change, at) {
        const given = Object.entries(yield* encodeChange(change)).filter(([, value]) => value !== undefined)
        const row = {
          ...Object.fromEntries(given),
          ...(change.name === undefined ? {} : { name_folded: Text.foldCase(change.name) }),
          ...(change.independent_billing_approved === undefined
            ? {}
            : { independent_billing_approved: bool(change.independent_billing_approved) }),
          updated_on: encodeInstant(at)
        }
        return yield* organizations.firstOf(
          sql`UPDATE organizations SET ${sql.update(row)}
            WHERE organization_id = ${id} AND deleted_on IS NULL RETURNING ${organizations.columns}`
        )
      }, orDieSql),

      list: (scope, filter, { by, order }, page) =>
        organizations.page(
          conditions(scope, filter),
          sql.literal(`${sortColumns[by]} ${order}, organization_id ${order}`),
          page
        )
    })
  })
)
