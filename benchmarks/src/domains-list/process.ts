import { Domains } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { Clock, Effect, Layer } from "effect"
import { administrator } from "../harness/administrator.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { median } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"
import { type TracedStatement, traceStatements } from "../harness/traceStatements.ts"
import { fill } from "./fill.ts"
import { large, medium, today } from "./portfolio.ts"
import { type ListQuery, queries } from "./queries.ts"

export interface DomainsListTask {
  readonly storage: Storage
  readonly domains: number
  readonly rounds: number
}

/** Medians of one query, in milliseconds. */
export interface QueryTimes extends Pick<ListQuery, "group" | "name"> {
  readonly page: number
  readonly total: number
  readonly whole: number
}

export interface DomainsListResult {
  readonly fillSeconds: number
  readonly large: ReadonlyArray<QueryTimes>
  readonly medium: ReadonlyArray<QueryTimes>
  /** Median of all runs of all queries of both organizations. */
  readonly whole: number
}

const page_size = 50

const machine = Clock.Clock.defaultValue()
/** Clock at the portfolio's date; only durations use the machine's clock. */
const clock: Clock.Clock = {
  currentTimeMillisUnsafe: () => today.epochMilliseconds,
  currentTimeMillis: Effect.succeed(today.epochMilliseconds),
  currentTimeNanosUnsafe: () => machine.currentTimeNanosUnsafe(),
  currentTimeNanos: machine.currentTimeNanos,
  monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: machine.monotonicTimeNanos,
  sleep: (duration) => machine.sleep(duration)
}

const sum = (statements: ReadonlyArray<TracedStatement>, pick: (text: string) => boolean) =>
  statements.reduce((millis, statement) => pick(statement.text) ? millis + statement.millis : millis, 0)

/** True for statements of the total only, which count matching rows. */
const onlyCounts = (text: string): boolean => /^\s*SELECT count\(\*\)(?:::int)? AS n\s+FROM domain_keys i\b/.test(text)
/** True for statements of the page only, which read its rows. */
const onlyReads = (text: string): boolean => text.startsWith("SELECT d.domain_id")

const pageOf = (depth: "10,000" | "middle", total: number): number => {
  const pages = Math.max(1, Math.ceil(total / page_size))
  return depth === "middle" ? Math.ceil(pages / 2) : Math.min(pages, 10_000 / page_size + 1)
}

/** Sends all queries in turn, so that no query finds the caches as its previous run left them. */
const measureQueries = Effect.fnUntraced(function*(organization: OrganizationId, rounds: number) {
  const domains = yield* Domains
  const actor = administrator(organization)
  const list = ({ filter, sort }: ListQuery, page: number) =>
    Effect.provideService(domains.list(filter, sort, { page, page_size }, []), CurrentActor, actor)
  const pages = yield* Effect.forEach(queries, (query) => {
    const { depth } = query
    return depth === "first"
      ? Effect.succeed(1)
      : Effect.map(list(query, 1), ({ total }) => pageOf(depth, total))
  })
  const times = queries.map(({ group, name }) => ({
    group,
    name,
    page: Array.of<number>(),
    total: Array.of<number>(),
    whole: Array.of<number>()
  }))
  for (let round = 0; round <= rounds; round++) {
    for (const [index, query] of queries.entries()) {
      const started = performance.now()
      const { statements } = yield* traceStatements(list(query, pages[index] ?? 1))
      const whole = performance.now() - started
      // The first round warms up.
      if (round === 0) continue
      times[index]?.whole.push(whole)
      times[index]?.page.push(whole - sum(statements, onlyCounts))
      times[index]?.total.push(whole - sum(statements, onlyReads))
    }
  }
  return {
    times: times.map(({ group, name, page, total, whole }): QueryTimes => ({
      group,
      name,
      page: median(page),
      total: median(total),
      whole: median(whole)
    })),
    wholes: times.flatMap(({ whole }) => whole)
  }
})

const task = taskOf<DomainsListTask>()

const measure = Effect.gen(function*() {
  const started = performance.now()
  yield* fill(task.domains, { progress: (text) => console.error(`      ${text}`) })
  const fillSeconds = (performance.now() - started) / 1000
  const ofLarge = yield* measureQueries(large, task.rounds)
  const ofMedium = yield* measureQueries(medium, task.rounds)
  const result: DomainsListResult = {
    fillSeconds,
    large: ofLarge.times,
    medium: ofMedium.times,
    whole: median([...ofLarge.wholes, ...ofMedium.wholes])
  }
  return result
})

const storage = storageOf(task.storage)
const platform = Layer.provideMerge(layerPlatform({ storage, clock, loggers: [] }), storage)

serveParent(await Effect.runPromise(Effect.provide(measure, platform)))
