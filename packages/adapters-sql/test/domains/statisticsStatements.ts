import { DomainStatisticsStore } from "@namewright/core/domains"
import { EventLog } from "@namewright/core/events"
import { newOrganizationId, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT day FROM domain_statistics WHERE renewed = 1"

/** Inserts counters of 100 days in 20 TLDs for each of 20 organizations; returns two of these. */
export const fillStatistics = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const organizations: Array<OrganizationId> = []
  for (let index = 0; index < 20; index++) organizations.push(yield* newOrganizationId)
  const numbers = sql.onDialectOrElse({
    pg: () => "SELECT n FROM generate_series(0, 1999) AS n",
    orElse: () =>
      "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1999) SELECT n FROM numbers"
  })
  for (const organization of organizations) {
    yield* sql.unsafe(`INSERT INTO domain_statistics (organization_id, scope, day, tld, shard, created)
      SELECT '${organization}', CASE n % 20 WHEN 0 THEN 0 ELSE 1 END, '2026-0' || (1 + n / 380) || '-' || (10 + n / 20 % 19),
        CASE n % 20 WHEN 0 THEN '' ELSE 'tld' || (n % 20) END, 0, 1 FROM (${numbers}) AS numbers`)
  }
  return organizations.slice(0, 2)
})

/** The statements of all reads, and of an event that is counted once on its day. */
export const statisticsStatements = Effect.fnUntraced(function*(organizations: ReadonlyArray<OrganizationId>) {
  const store = yield* DomainStatisticsStore
  const { record } = yield* EventLog
  const [own] = organizations
  if (own === undefined) return yield* Effect.die(new Error("There are no organizations"))
  const window = { organizations, first: "2026-01-10", last: "2026-01-20", tlds: undefined }
  const renewal = {
    organization_id: own,
    object_type: "DOMAIN",
    object_id: "domain",
    object_name: null,
    type: "RENEWAL",
    subtype: "SUCCESS",
    event_data: { message: "" },
    counted_tld: "com"
  } as const
  const all = [
    yield* sentBy("totals", store.read(window, "none")),
    yield* sentBy("by TLD", store.read(window, "tld")),
    yield* sentBy("by organization", store.read(window, "organization")),
    yield* sentBy("one TLD", store.read({ ...window, tlds: ["tld3"] }, "organization")),
    yield* sentBy("oldest", store.oldest(own, organizations)),
    yield* sentBy("adding up", store.addUp("2026-01-20")),
    yield* sentBy("a renewal", record(renewal))
  ]
  return all.flatMap(({ sent }) => sent)
})
