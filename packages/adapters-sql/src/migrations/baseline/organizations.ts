import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

const vatChecks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE organization_vat_checks (
    organization_id ${key} PRIMARY KEY,
    vat_number ${key} NOT NULL,
    outcome ${key} NOT NULL CHECK (outcome IN ('pending', 'confirmed', 'mismatch', 'unregistered')),
    vat_checked_on ${instant},
    attempts ${bigint} NOT NULL,
    due_on ${instant},
    version ${bigint} NOT NULL
  ) ${byPrimaryKey}`
  yield* sql`CREATE INDEX organization_vat_checks_due ON organization_vat_checks (due_on) WHERE due_on IS NOT NULL`
  yield* sql`CREATE INDEX organization_vat_checks_open
    ON organization_vat_checks (outcome, organization_id) WHERE outcome <> 'confirmed'`
})

export const organizations = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { bigint, boolean, byPrimaryKey, instant, key, serial } = dialect(sql)

  yield* sql`CREATE TABLE organizations (
    organization_id ${key} PRIMARY KEY,
    parent_organization_id ${key} REFERENCES organizations (organization_id),
    family_id ${key} NOT NULL,
    payer_id ${key} NOT NULL,
    external_reference ${key},
    name ${key} NOT NULL,
    name_folded ${key} NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('active', 'inactive')),
    billing_mode ${key} NOT NULL CHECK (billing_mode IN ('consolidated', 'independent')),
    country_code ${key},
    city ${key},
    address_1 ${key},
    address_2 ${key},
    postal_code ${key},
    state ${key},
    currency ${key},
    default_locale ${key},
    business_number ${key},
    tax_id ${key},
    tax_id_type ${key},
    tax_rate ${bigint},
    billing_model ${key} NOT NULL CHECK (billing_model IN ('prepaid', 'postpaid')),
    credit_limit ${bigint} NOT NULL,
    customer_number ${bigint},
    active_plan TEXT,
    independent_billing_approved ${boolean} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL,
    deleted_on ${instant},
    CHECK (currency IS NOT NULL OR payer_id <> organization_id)
  )`
  yield* sql`CREATE UNIQUE INDEX organizations_reference
    ON organizations (external_reference) WHERE external_reference IS NOT NULL AND deleted_on IS NULL`
  yield* sql`CREATE INDEX organizations_created ON organizations (family_id, created_on, organization_id)`
  yield* sql`CREATE INDEX organizations_name ON organizations (family_id, name_folded, organization_id)`
  yield* sql`CREATE INDEX organizations_country ON organizations (family_id, country_code, organization_id)`

  yield* sql`CREATE TABLE organization_limits (
    organization_id ${key} PRIMARY KEY,
    monthly_spend ${bigint},
    domains ${bigint}
  ) ${byPrimaryKey}`

  yield* vatChecks

  yield* sql`CREATE TABLE organization_attributes (
    organization_attribute_id ${serial},
    organization_id ${key} NOT NULL,
    key ${key} NOT NULL,
    value TEXT NOT NULL,
    private ${boolean} NOT NULL,
    protected ${boolean} NOT NULL,
    created_on ${instant} NOT NULL,
    updated_on ${instant} NOT NULL
  )`
  yield* sql`CREATE UNIQUE INDEX organization_attributes_key ON organization_attributes (organization_id, key)`
})
