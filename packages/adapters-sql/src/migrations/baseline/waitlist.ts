import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dialect } from "../../Dialect.ts"

/** Products that users apply for, organizations that are invited to them, and applications. */
export const waitlist = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { byPrimaryKey, instant, key } = dialect(sql)

  yield* sql`CREATE TABLE waitlist_products (
    product ${key} PRIMARY KEY,
    display_name TEXT NOT NULL,
    description TEXT NOT NULL
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE waitlist_invitations (
    organization_id ${key} NOT NULL,
    product ${key} NOT NULL REFERENCES waitlist_products (product),
    invited_on ${instant} NOT NULL,
    PRIMARY KEY (organization_id, product)
  ) ${byPrimaryKey}`

  yield* sql`CREATE TABLE waitlist_applications (
    user_id ${key} NOT NULL,
    product ${key} NOT NULL REFERENCES waitlist_products (product),
    organization_id ${key} NOT NULL,
    status ${key} NOT NULL CHECK (status IN ('pending', 'granted', 'rejected')),
    note TEXT,
    applied_on ${instant} NOT NULL,
    decided_on ${instant},
    PRIMARY KEY (user_id, product)
  )`
  yield* sql`CREATE INDEX waitlist_applications_applied ON waitlist_applications (product, applied_on, user_id)`
  yield* sql`CREATE INDEX waitlist_applications_status ON waitlist_applications (product, status, applied_on, user_id)`
})
