import { Predicate } from "effect"
import type { HttpSettings } from "../shared/HttpSettings.ts"
import type { ProblemBody } from "../shared/Problem.ts"

type Problem = Readonly<Record<string, unknown>>

/**
 * A problem with the members that existing clients read. Problems of a zone get the status 400 and their reasons in
 * `detail`, because clients show the detail of that status only.
 */
export const clientProblem = (problem: Problem): Problem => {
  const { code } = problem
  const zone = code === "ERROR_ZONE_VALIDATION_FAILED"
  const own = zone ? { ...problem, status: 400, detail: reasonsOf(problem) } : problem
  return {
    ...own,
    ...(code === undefined ? {} : { error_code: code }),
    message: own["detail"] ?? own["title"]
  }
}

/** Maximum reasons in `detail`; `errors` contains all of them. */
const maximumReasons = 20

const reasonsOf = ({ detail, errors }: Problem): string => {
  const entries: ReadonlyArray<unknown> = Array.isArray(errors) ? errors : []
  const reasons = entries.slice(0, maximumReasons).flatMap((entry) =>
    Predicate.hasProperty(entry, "msg") ? [`${placeOf(entry)}${entry.msg}`] : []
  )
  const others = entries.length > maximumReasons ? [`${entries.length - maximumReasons} more`] : []
  return `${detail}: ${[...reasons, ...others].join("; ")}`
}

const placeOf = (entry: object): string =>
  Predicate.hasProperty(entry, "loc") && Array.isArray(entry.loc) && entry.loc.length > 1
    ? `${entry.loc.slice(1).join(".")}: `
    : ""

/** The setting that selects the form of problems. */
export type ProblemForm = Pick<HttpSettings, "clientCompatibility">

/** Text of a problem outside of any route. */
export const problemText = (problem: ProblemBody, { clientCompatibility }: ProblemForm): string =>
  JSON.stringify(clientCompatibility ? clientProblem(problem) : problem)
