import { newUserId } from "@namewright/core/access"
import { Instant, newOrganizationId } from "@namewright/core/shared"
import { type WaitlistApplication, WaitlistStore } from "@namewright/core/waitlist"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT user_id FROM waitlist_applications WHERE note = '-'"

/** Inserts a product with 5,000 applications of other organizations, of which 50 are pending. */
export const fillWaitlist = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const store = yield* WaitlistStore
  yield* store.putProduct({ product: "plans", display_name: "Plans", description: "Plans" })
  const ids = sql.onDialectOrElse({
    pg: () => "SELECT n, lpad(n::text, 26, '0') AS id FROM generate_series(1, 5000) AS n",
    orElse: () =>
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
        SELECT n, printf('%026d', n) AS id FROM numbers`
  })
  yield* sql.unsafe(`INSERT INTO waitlist_applications (user_id, product, organization_id, status, applied_on)
    SELECT 'user_' || id, 'plans', 'organization_' || id, CASE WHEN n % 100 = 0 THEN 'pending' ELSE 'granted' END,
      '2026-01-01T00:00:00.000Z' FROM (${ids}) AS numbered`)
  yield* sql.unsafe(`INSERT INTO waitlist_invitations (organization_id, product, invited_on)
    SELECT 'organization_' || id, 'plans', '2026-01-01T00:00:00.000Z' FROM (${ids}) AS numbered`)
})

const known = "user_00000000000000000000000007"

/** The statements of the reads and writes that callers wait for. */
export const waitlistStatements = Effect.gen(function*() {
  const store = yield* WaitlistStore
  const now = yield* Instant.now
  const application: WaitlistApplication = {
    user_id: yield* newUserId,
    organization_id: yield* newOrganizationId,
    product: "plans",
    status: "pending",
    note: null,
    applied_on: now,
    decided_on: null
  }
  const all = [
    yield* sentBy("invited", store.invited(application.organization_id)),
    yield* sentBy("own applications", store.applicationsOf(application.user_id)),
    yield* sentBy("granted", store.granted(application.user_id)),
    yield* sentBy("lock", store.lock(known, "plans")),
    yield* sentBy("decide", store.decide(known, "plans", "rejected", now)),
    yield* sentBy("list", store.list("plans", { status: "pending" }, { page: 1, page_size: 10 })),
    yield* sentBy("remove", store.removeOf(application.user_id))
  ]
  return all.flatMap(({ sent }) => sent)
})
