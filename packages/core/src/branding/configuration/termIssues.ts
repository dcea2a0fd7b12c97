import { type InputIssue, inputIssue, type Period } from "../../shared/index.ts"

/** Terms are one month or one year. */
export const termIssues = (period: Period.Period): ReadonlyArray<InputIssue> =>
  period.unit !== "d" && period.value === 1
    ? []
    : [inputIssue(["body", "period"], "value_error", "The term is one month or one year", period)]
