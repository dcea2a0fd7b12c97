import { Effect, Option, Result, Schema } from "effect"
import { idnLabelProblem, type InputIssue, inputIssue, type InvalidInput, refuseInput } from "../shared/index.ts"
import * as DnsName from "./DnsName.ts"
import { ZoneId } from "./Zone.ts"
import type { ZoneReference } from "./ZoneRequest.ts"

const isZoneId = Schema.is(ZoneId)

/** Parses a reference to a zone. None if no zone can have this name. */
export const referredZone = (reference: ZoneReference): Option.Option<DnsName.DnsName | ZoneId> =>
  isZoneId(reference)
    ? Option.some(reference)
    : Option.map(Result.getSuccess(DnsName.parse(reference)), DnsName.lowerCase)

/** Parses the name of a new zone: letters, digits, hyphens and underscores. */
export const newZoneName = (text: string): Effect.Effect<DnsName.DnsName, InvalidInput> =>
  Effect.gen(function*() {
    const parsed = DnsName.parse(text)
    yield* refuseInput(
      Result.isFailure(parsed) ? [issue(parsed.failure.message, text)] : nameIssues(parsed.success, text)
    )
    return DnsName.lowerCase(Result.getOrThrow(parsed))
  })

const nameIssues = (written: DnsName.DnsName, text: string): ReadonlyArray<InputIssue> => {
  const name = DnsName.lowerCase(written)
  const labels = name.slice(0, -1).split(".")
  if (!/^[a-z0-9_.-]+$/.test(name) || name === DnsName.root) {
    return [issue("The name of a zone holds ASCII letters, digits, hyphens and underscores", text)]
  }
  return labels.flatMap((label) => {
    const problem = label.startsWith("xn--") ? idnLabelProblem(label) : undefined
    return problem === undefined ? [] : [issue(problem, text)]
  })
}

const issue = (message: string, text: string) => inputIssue(["body", "name"], "invalid_name", message, text)

/** Names above a name, nearest first, without the root. */
export const namesAbove = (name: DnsName.DnsName): ReadonlyArray<DnsName.DnsName> => {
  const above: Array<DnsName.DnsName> = []
  for (let next = DnsName.parent(name); next !== undefined && next !== DnsName.root; next = DnsName.parent(next)) {
    above.push(next)
  }
  return above
}
