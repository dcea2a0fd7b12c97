import { VatCheckStore } from "@namewright/core/organizations"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT vat_number FROM organization_vat_checks WHERE attempts = -1"

/** Inserts 20,000 confirmed checks; one in a thousand is pending, and one contradicted. */
export const fillVatChecks = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const numbers = sql.onDialectOrElse({
    pg: () => "SELECT n, lpad(n::text, 26, '0') AS id FROM generate_series(1, 20000) AS n",
    orElse: () =>
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
        SELECT n, printf('%026d', n) AS id FROM numbers`
  })
  yield* sql.unsafe(`INSERT INTO organization_vat_checks
      (organization_id, vat_number, outcome, vat_checked_on, attempts, due_on, version)
    SELECT 'organization_' || id, 'DE123456789',
      CASE n % 1000 WHEN 0 THEN 'pending' WHEN 1 THEN 'mismatch' ELSE 'confirmed' END, NULL, 1,
      ${
    sql.onDialectOrElse({
      pg: () => "CASE n % 1000 WHEN 0 THEN timestamptz '2026-01-01T00:00:00.000Z' END",
      orElse: () => "CASE n % 1000 WHEN 0 THEN '2026-01-01T00:00:00.000Z' END"
    })
  }, 1
    FROM (${numbers}) AS numbered`)
})

/** The statements that read more than one check. */
export const vatCheckStatements = Effect.gen(function*() {
  const { leaseDue, listOpen } = yield* VatCheckStore
  const now = DateTime.makeUnsafe("2026-02-01T00:00:00Z")
  const page = { page: 1, page_size: 50 }
  const all = [
    yield* sentBy("due", leaseDue(20, now, now)),
    yield* sentBy("open", listOpen(undefined, page)),
    yield* sentBy("open of an outcome", listOpen("mismatch", page))
  ]
  return all.flatMap(({ sent }) => sent)
})
