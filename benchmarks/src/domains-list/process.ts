import { Domains } from "@namewright/core/domains"
import { layerPlatform } from "@namewright/core/embed"
import { type Actor, CurrentActor, type OrganizationId, permissions } from "@namewright/core/shared"
import { Clock, Effect, Layer } from "effect"
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

const actorOf = (organization_id: OrganizationId): Actor => ({
  principal: { type: "system" },
  organization_id,
  parent_organization_id: null,
  organization_active: true,
  role: "admin",
  permissions: new Set(permissions)
})

const percentile95 = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN

const sum = (statements: ReadonlyArray<TracedStatement>, pick: (text: string) => boolean) =>
  statements.reduce((millis, statement) => pick(statement.text) ? millis + statement.millis : millis, 0)

/** Statements that do nothing but count domains one by one, and those that do nothing but read the rows of a page. */
const onlyCounts = (text: string): boolean => /^SELECT count\(\*\)(?:::int)? AS n FROM domain_index i\b/.test(text)
const onlyReads = (text: string): boolean => text.startsWith("SELECT d.domain_id")

const pageOf = (depth: Asked["depth"], total: number): number => {
  const pages = Math.max(1, Math.ceil(total / page_size))
  return depth === "first" ? 1 : depth === "middle" ? Math.ceil(pages / 2) : pages
}

/** Asks everything in turns, so that no question finds the caches as it has left them itself. */
const askAll = Effect.fnUntraced(function*(organization: OrganizationId, rounds: number) {
  const domains = yield* Domains
  const actor = actorOf(organization)
  const list = ({ filter, sort }: Asked, page: number) =>
    Effect.provideService(domains.list(filter, sort, { page, page_size }, []), CurrentActor, actor)
  const pages = yield* Effect.forEach(
    asked,
    (question) => Effect.map(list(question, 1), ({ total }) => pageOf(question.depth, total))
  )
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
  return times.map(({ group, name, page, total, whole }): AskedTimes => ({
    group,
    name,
    page: percentile95(page),
    total: percentile95(total),
    whole: percentile95(whole)
  }))
})

const task = taskOf<DomainsListTask>()

const measure = Effect.gen(function*() {
  const started = performance.now()
  yield* fill(task.domains, (text) => console.error(`      ${text}`))
  const result: DomainsListResult = {
    fillSeconds: (performance.now() - started) / 1000,
    large: yield* askAll(large, task.rounds),
    medium: yield* askAll(medium, task.rounds)
  }
  return result
})

const storage = storageOf(task.storage)
const platform = Layer.provideMerge(layerPlatform({ storage, clock, loggers: [] }), storage)

serveParent(await Effect.runPromise(Effect.provide(measure, platform)))
