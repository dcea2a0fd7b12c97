import { Schema } from "effect"
import { Day, Instant } from "../shared/index.ts"
import { type CheckPage, type DayCheck, differencesPerCheck } from "./DayCheck.ts"
import { FindingKind } from "./Finding.ts"

/** Position of a run that continues page by page. */
export const RunPosition = Schema.Struct({
  /** Names of the checks that are not finished, in their order. */
  remaining: Schema.Array(Schema.String),
  /** Position in the first of them; null at its beginning. */
  page: Schema.NullOr(Schema.String),
  /** Differences of the first one so far. */
  differences: Schema.Int,
  /** Kinds that were not checked, or not completely. */
  unchecked: Schema.Array(FindingKind),
  /** False if the payment provider did not answer. */
  is_answered: Schema.Boolean
})
export type RunPosition = typeof RunPosition.Type

/** All checks, or only that of payments. */
export const RunScope = Schema.Literals(["all", "payments"])
export type RunScope = typeof RunScope.Type

/** Run of a day whose checks are not finished. */
export const UnfinishedRun = Schema.Struct({
  day: Day,
  scope: RunScope,
  started_on: Instant.Instant,
  /** Higher than those of earlier runs whose findings are open. */
  run_number: Schema.Int,
  /** Time of the next attempt after a page that failed; null without a failure. */
  retry_on: Schema.NullOr(Instant.Instant),
  position: RunPosition
})
export type UnfinishedRun = typeof UnfinishedRun.Type

/** Position of a run before its first check. */
export const beginningOf = (checks: ReadonlyArray<DayCheck>): RunPosition => ({
  remaining: checks.map(({ name }) => name),
  page: null,
  differences: 0,
  unchecked: [],
  is_answered: true
})

/** Position after a page of the first remaining check. */
export const afterPage = (position: RunPosition, { kinds }: DayCheck, page: CheckPage): RunPosition => {
  const differences = position.differences + page.differences.length
  const isFull = differences >= differencesPerCheck
  const unchecked = [...new Set([...position.unchecked, ...page.unchecked, ...(isFull ? kinds : [])])]
  return isFull || page.next === null
    ? { ...afterCheck(position), unchecked }
    : { ...position, page: page.next, differences, unchecked }
}

/** Position after the first remaining check. */
const afterCheck = (position: RunPosition): RunPosition => ({
  ...position,
  remaining: position.remaining.slice(1),
  page: null,
  differences: 0
})

/** Position after a check that the payment provider did not answer. */
export const afterSilence = (position: RunPosition, { kinds }: DayCheck): RunPosition => ({
  ...afterCheck(position),
  unchecked: [...new Set([...position.unchecked, ...kinds])],
  is_answered: false
})
