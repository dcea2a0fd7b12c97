import { Statistics, type StatisticsRequest } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { OrganizationOperations, Organizations } from "@namewright/core/organizations"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { administrator } from "../harness/administrator.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { median } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"

export interface StatisticsTask {
  readonly storage: Storage
  readonly domains: number
  readonly rounds: number
}

/** Medians in milliseconds. */
export interface StatisticsResult {
  readonly fillSeconds: number
  /** Rows of counters. */
  readonly rows: number
  readonly times: ReadonlyArray<{ readonly name: string; readonly millis: number }>
  /** Duration of a count of the events of all days. */
  readonly recountMillis: number
}

const task = taskOf<StatisticsTask>()

/** Days of the events, all of them in the window. */
const days = 400
const tlds = 30
/** Suborganizations, which have half of the domains. */
const branches = 50

/** Kinds of the events of ten domains. */
const kinds = [...Array.from({ length: 10 }, () => "registered"), "renewed", "renewed", "renewed", "purged"]

const today = DateTime.startOf(DateTime.nowUnsafe(), "day")
const begin = DateTime.subtract(today, { days: days - 1 })

/** Inserts the events of the domains; on PostgreSQL also their counters, in shards since yesterday. */
const fill = Effect.fnUntraced(function*(organizations: ReadonlyArray<OrganizationId>) {
  const sql = yield* SqlClient.SqlClient
  const isPostgres = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  const count = Math.round(task.domains * kinds.length / 10)
  const first = DateTime.formatIso(begin)
  const recent = DateTime.formatIso(DateTime.subtract(today, { days: 1 }))
  const [own = ""] = organizations
  const list = (texts: ReadonlyArray<string>, at: string) =>
    `CASE ${at} ${texts.map((text, index) => `WHEN ${index} THEN '${text}'`).join(" ")} END`
  const organization = `CASE n % 2 WHEN 0 THEN '${own}' ELSE ${
    list(organizations, `(n / 2) % ${organizations.length}`)
  } END`
  const tld = `'tld' || ((n / 7) % ${tlds})`
  const kind = `'domain.' || ${list(kinds, `n % ${kinds.length}`)}`
  const on = isPostgres
    ? `'${first}'::timestamptz + (n::bigint * ${days} / ${count}) * interval '1 day' + interval '1 hour'`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', '${first}', '+' || (n * ${days} / ${count}) || ' days', '+1 hour')`
  const numbers = isPostgres
    ? `generate_series(0, ${count - 1}) AS n`
    : `(WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count - 1})
        SELECT n FROM numbers)`
  yield* sql.unsafe(`INSERT INTO events (event_id, organization_id, object_type, object_id, event_data, principal,
      created_on, kind, is_listed, counted_tld, position)
    SELECT 'event_' || n, ${organization}, 'DOMAIN', 'domain_' || n, '{"version":"1.0","message":""}',
      '{"type":"system"}', ${on}, ${kind}, ${isPostgres ? "TRUE" : "1"}, ${tld}, n + 1000 FROM ${numbers}`)
  if (!isPostgres) return
  const counters = (scope: number, counted: string) =>
    sql.unsafe(`INSERT INTO domain_statistics (organization_id, scope, day, tld, shard, created, deleted, renewed)
    SELECT organization_id, ${scope}, to_char(created_on AT TIME ZONE 'UTC', 'YYYY-MM-DD'), ${counted},
      CASE WHEN created_on < '${recent}' THEN 0 ELSE position % 8 END,
      count(*) FILTER (WHERE kind = 'domain.registered'), count(*) FILTER (WHERE kind = 'domain.purged'),
      count(*) FILTER (WHERE kind = 'domain.renewed')
    FROM events WHERE counted_tld IS NOT NULL GROUP BY 1, 2, 3, 4, 5`)
  yield* counters(0, "''")
  yield* counters(1, "counted_tld")
  yield* sql.unsafe("VACUUM ANALYZE events, domain_statistics")
})

const requests: ReadonlyArray<readonly [name: string, request: Partial<StatisticsRequest>]> = [
  ["by day", {}],
  ["by month", { granularity: "month" }],
  ["by week, with a breakdown by TLD", { granularity: "week", breakdown: "tld" }],
  ["by day, one TLD", { tld: ["tld7"] }],
  [`by month, with ${branches} suborganizations`, { granularity: "month", include_sub_organizations: true }],
  [`by day, with a breakdown by organization of ${branches} suborganizations`, {
    include_sub_organizations: true,
    breakdown: "organization"
  }]
]

const measure = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { createParent } = yield* OrganizationOperations
  const organizations = yield* Organizations
  const statistics = yield* Statistics
  const { organization_id } = yield* createParent({ name: "Example" })
  const actor = administrator(organization_id)
  const act = Effect.provideService(CurrentActor, actor)
  const ids = [organization_id]
  for (let branch = 0; branch < branches; branch++) {
    ids.push((yield* act(organizations.create({ name: `Branch ${branch}` }))).organization_id)
  }
  const started = performance.now()
  yield* fill(ids)
  const fillSeconds = (performance.now() - started) / 1000
  const [counted] = yield* sql.unsafe<{ readonly n: number | bigint }>("SELECT count(*) AS n FROM domain_statistics")
  const window = { start_date: DateTime.formatIsoDateUtc(begin), end_date: DateTime.formatIsoDateUtc(today) }

  const times = requests.map(([name]) => ({ name, millis: [] as Array<number> }))
  for (let round = -1; round < task.rounds; round++) {
    for (const [index, [, request]] of requests.entries()) {
      const before = performance.now()
      const { totals } = yield* act(statistics.read({ ...window, ...request }))
      const millis = performance.now() - before
      if (totals.create === 0) return yield* Effect.die(new Error("Nothing was counted"))
      if (round >= 0) times[index]?.millis.push(millis)
    }
  }
  const before = performance.now()
  yield* statistics.recount
  const result: StatisticsResult = {
    fillSeconds,
    rows: Number(counted?.n ?? 0),
    times: times.map(({ millis, name }) => ({ name, millis: median(millis) })),
    recountMillis: performance.now() - before
  }
  return result
})

const storage = storageOf(task.storage)
serveParent(
  await Effect.runPromise(
    Effect.provide(measure, layerPlatform({ storage, loggers: [] }).pipe(Layer.provideMerge(storage)))
  )
)
