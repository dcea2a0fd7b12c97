import { Instant, newOrganizationId } from "@namewright/core/shared"
import { UsageStore } from "@namewright/core/usage"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT hour FROM usage_hours WHERE request_count = -1"

/** Window of 400 days. */
export const window = { first: "2025-01-01", last: "2026-02-04" } as const
const hours = 400 * 24

/** Inserts every hour of the window for an organization, in four models, and as much for another; returns the first. */
export const fillUsage = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const accounts = [yield* newOrganizationId, yield* newOrganizationId] as const
  const source = sql.onDialectOrElse({
    pg: () =>
      `SELECT to_char(TIMESTAMP '2025-01-01' + n * INTERVAL '1 hour', 'YYYY-MM-DD"T"HH24') AS hour
        FROM generate_series(0, ${hours - 1}) AS n`,
    orElse: () =>
      `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${hours - 1})
        SELECT strftime('%Y-%m-%dT%H', '2025-01-01', '+' || n || ' hours') AS hour FROM numbers`
  })
  for (const account of accounts) {
    for (const model of ["large", "medium", "small", "tiny"]) {
      yield* sql.unsafe(`INSERT INTO usage_hours (account_id, product, hour, model, input_tokens, output_tokens,
        cache_read_tokens, cache_write_tokens, request_count)
        SELECT '${account}', 'ai_inference', hour, '${model}', 1000, 100, 10, 1, 1 FROM (${source}) AS hours`)
    }
  }
  return accounts[0]
})

/** The statements of all reads and writes. */
export const usageStatements = Effect.fnUntraced(function*(account_id: Effect.Success<typeof fillUsage>) {
  const store = yield* UsageStore
  const now = yield* Instant.now
  const range = { account_id, product: "ai_inference", ...window } as const
  const all = [
    yield* sentBy("series", store.days({ ...range, first: "2026-01-01" })),
    yield* sentBy("summary", store.total({ ...range, first: "2026-01-01" })),
    yield* sentBy("keys", store.claim([{ usage_key: "plan", contents: "{}" }], now)),
    yield* sentBy("contents", store.contents(["plan"])),
    yield* sentBy("removal", store.removeKeys(now, 10))
  ]
  return all.flatMap(({ sent }) => sent)
})
