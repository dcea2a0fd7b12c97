import type { Effect } from "effect"
import { type Day, dayNumber } from "./Day.ts"
import { inputIssue, type InvalidInput, refuseInput } from "./InvalidInput.ts"

/** Days of a report; the first and the last are included. */
export interface DayWindow {
  readonly start_date: Day
  readonly end_date: Day
}

/** Refuses a window of a query that ends before it begins, or has more than `maximum` days. */
export const refuseWindow = (
  { end_date, start_date }: DayWindow,
  maximum: number
): Effect.Effect<void, InvalidInput> => {
  const days = dayNumber(end_date) - dayNumber(start_date) + 1
  const problem = days < 1
    ? "The window ends before it begins"
    : days > maximum
    ? `The window has more than ${maximum} days`
    : undefined
  return refuseInput(problem === undefined ? [] : [inputIssue(["query", "end_date"], "value_error", problem, end_date)])
}
