import { Domains } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { Clock, Effect, Layer } from "effect"
import { administrator } from "../harness/administrator.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { storageOf } from "../harness/storageOf.ts"
import { type TracedStatement, traceStatements } from "../harness/traceStatements.ts"
import { type Asked, asked } from "./asked.ts"
import { fill } from "./fill.ts"
import { large, medium, today } from "./portfolio.ts"

export interface DomainsListTask {
  readonly storage: Storage
  readonly domains: number
  readonly rounds: number
}

/** The 95th percentiles of one question, in milliseconds. */
export interface AskedTimes extends Pick<Asked, "group" | "name"> {
  readonly page: number
  readonly total: number
  readonly whole: number
}

export interface DomainsListResult {
  readonly fillSeconds: number
  readonly large: ReadonlyArray<AskedTimes>
  readonly medium: ReadonlyArray<AskedTimes>
  /** The 95th percentile over every answer to every question of both. */
  readonly whole: number
}

const page_size = 50

const machine = Clock.Clock.defaultValue()
/** It is the portfolio's day; only durations go by the machine's clock. */
const clock: Clock.Clock = {
  currentTimeMillisUnsafe: () => today.epochMilliseconds,
  currentTimeMillis: Effect.succeed(today.epochMilliseconds),
  currentTimeNanosUnsafe: () => machine.currentTimeNanosUnsafe(),
  currentTimeNanos: machine.currentTimeNanos,
  monotonicTimeNanosUnsafe: () => machine.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: machine.monotonicTimeNanos,
  sleep: (duration) => machine.sleep(duration)
}

/** Between the two values that stand nearest to it, so that few rounds do not make it the slowest of them. */
const percentile95 = (values: ReadonlyArray<number>): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * 0.95
  const [lower = Number.NaN, upper = lower] = sorted.slice(Math.floor(place))
  return lower + (upper - lower) * (place % 1)
}

const sum = (statements: ReadonlyArray<TracedStatement>, pick: (text: string) => boolean) =>
  statements.reduce((millis, statement) => pick(statement.text) ? millis + statement.millis : millis, 0)

/**
 * Statements that do nothing but count domains one by one, in all or by where in the order they stand, and those that do
 * nothing but read the rows of a page.
 */
const onlyCounts = (text: string): boolean =>
  /^\s*SELECT (?:count\(\*\)(?:::int)? AS n(?:, p\.step, p\.undated FROM \(\s*SELECT .*?)?|json_group_array\(.*?\) AS steps)\s+FROM domain_index i\b/
    .test(text)
const onlyReads = (text: string): boolean => text.startsWith("SELECT d.domain_id")

const pageOf = (depth: "middle" | "last", total: number): number => {
  const pages = Math.max(1, Math.ceil(total / page_size))
  return depth === "middle" ? Math.ceil(pages / 2) : pages
}

/** Asks everything in turns, so that no question finds the caches as it has left them itself. */
const askAll = Effect.fnUntraced(function*(organization: OrganizationId, rounds: number) {
  const domains = yield* Domains
  const actor = administrator(organization)
  const list = ({ filter, sort }: Asked, page: number) =>
    Effect.provideService(domains.list(filter, sort, { page, page_size }, []), CurrentActor, actor)
  const pages = yield* Effect.forEach(asked, (question) => {
    const { depth } = question
    return depth === "first"
      ? Effect.succeed(1)
      : Effect.map(list(question, 1), ({ total }) => pageOf(depth, total))
  })
  const times = asked.map(({ group, name }) => ({
    group,
    name,
    page: Array.of<number>(),
    total: Array.of<number>(),
    whole: Array.of<number>()
  }))
  for (let round = 0; round <= rounds; round++) {
    for (const [at, question] of asked.entries()) {
      const started = performance.now()
      const { statements } = yield* traceStatements(list(question, pages[at] ?? 1))
      const whole = performance.now() - started
      // The first round warms up.
      if (round === 0) continue
      times[at]?.whole.push(whole)
      times[at]?.page.push(whole - sum(statements, onlyCounts))
      times[at]?.total.push(whole - sum(statements, onlyReads))
    }
  }
  return {
    times: times.map(({ group, name, page, total, whole }): AskedTimes => ({
      group,
      name,
      page: percentile95(page),
      total: percentile95(total),
      whole: percentile95(whole)
    })),
    wholes: times.flatMap(({ whole }) => whole)
  }
})

const task = taskOf<DomainsListTask>()

const measure = Effect.gen(function*() {
  const started = performance.now()
  yield* fill(task.domains, (text) => console.error(`      ${text}`))
  const fillSeconds = (performance.now() - started) / 1000
  const ofLarge = yield* askAll(large, task.rounds)
  const ofMedium = yield* askAll(medium, task.rounds)
  const result: DomainsListResult = {
    fillSeconds,
    large: ofLarge.times,
    medium: ofMedium.times,
    whole: percentile95([...ofLarge.wholes, ...ofMedium.wholes])
  }
  return result
})

const storage = storageOf(task.storage)
const platform = Layer.provideMerge(layerPlatform({ storage, clock, loggers: [] }), storage)

serveParent(await Effect.runPromise(Effect.provide(measure, platform)))
