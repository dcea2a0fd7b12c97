import { BuyerData, type InvoiceParty, type InvoiceStore } from "@namewright/core/invoices"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Schema, Struct } from "effect"
import type { SqlClient } from "effect/sql"
import { IntegerColumn } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"

const { NullOr } = Schema

const PartyRow = Schema.Struct({
  ...Struct.omit(BuyerData.fields, ["vat_id"]),
  tax_id: NullOr(Schema.String),
  customer_number: NullOr(IntegerColumn),
  tax_id_type: NullOr(Schema.String),
  default_locale: NullOr(Schema.String),
  billing_model: Schema.Literals(["prepaid", "postpaid"]),
  email: NullOr(Schema.String),
  email_locale: NullOr(Schema.String)
})

/** Reads of payers for invoices. */
export const payerReads = (sql: SqlClient.SqlClient): Pick<InvoiceStore["Service"], "parties"> => {
  const { oneOf } = dialect(sql)
  const parties = decodedRows(PartyRow)
  /** Address and locale of a payer's oldest user with a role. */
  const userWith = (column: string, role: string) =>
    sql`(SELECT ${sql.literal(column)} FROM users u WHERE u.organization_id = o.organization_id AND u.role = ${role}
      ORDER BY u.created_on, u.user_id LIMIT 1)`
  const billingUser = (column: string) =>
    sql`COALESCE(${userWith(column, "billing_manager")}, ${userWith(column, "owner")}, ${userWith(column, "admin")})`

  return {
    parties: Effect.fnUntraced(function*(payers) {
      if (payers.length === 0) return new Map<OrganizationId, InvoiceParty>()
      const found = yield* parties.allOf(
        sql`SELECT organization_id, customer_number, name, address_1, address_2, postal_code, city, state, country_code,
            tax_id, business_number, tax_id_type, default_locale, billing_model,
            ${billingUser("email")} AS email, ${billingUser("locale")} AS email_locale
          FROM organizations o WHERE organization_id ${oneOf(payers)}`
      )
      return new Map(found.map((party) => [party.organization_id, party]))
    })
  }
}
