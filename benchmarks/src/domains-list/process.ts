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
import { type Asked, asked } from "./asked.ts"
import { fill } from "./fill.ts"
import { large, medium, today } from "./portfolio.ts"

export interface DomainsListTask {
  readonly storage: Storage
  readonly domains: number
  readonly rounds: number
}

/** Medians of one question, in milliseconds. */
export interface AskedTimes extends Pick<Asked, "group" | "name"> {
  readonly page: number
  readonly total: number
  readonly whole: number
}

export interface DomainsListResult {
  readonly fillSeconds: number
  readonly large: ReadonlyArray<AskedTimes>
  readonly medium: ReadonlyArray<AskedTimes>
  /** The median over every answer to every question of both. */
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

const sum = (statements: ReadonlyArray<TracedStatement>, pick: (text: string) => boolean) =>
  statements.reduce((millis, statement) => pick(statement.text) ? millis + statement.millis : millis, 0)

/** Statements of the total alone: they count matching rows. Statements of the page alone: they read its rows. */
const onlyCounts = (text: string): boolean => /^\s*SELECT count\(\*\)(?:::int)? AS n\s+FROM domain_keys i\b/.test(text)
const onlyReads = (text: string): boolean => text.startsWith("SELECT d.domain_id")

const pageOf = (depth: "10,000" | "middle", total: number): number => {
  const pages = Math.max(1, Math.ceil(total / page_size))
  return depth === "middle" ? Math.ceil(pages / 2) : Math.min(pages, 10_000 / page_size + 1)
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
  const ofLarge = yield* askAll(large, task.rounds)
  const ofMedium = yield* askAll(medium, task.rounds)
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
