import { iJsonIssues, type InputIssue, inputIssues } from "@namewright/core/shared"
import { Result, type Schema } from "effect"
import type { SentValue } from "./readList.ts"

/** Decodes a part of a body with a decoder of `decodeInput`. Issues are located below `loc`. */
export const decodeSent = <A>(
  decode: (input: unknown) => Result.Result<A, Schema.SchemaError>,
  { isIJson, value }: SentValue,
  loc: InputIssue["loc"] = ["body"]
): Result.Result<A, ReadonlyArray<InputIssue>> => {
  const decoded = decode(value)
  if (Result.isFailure(decoded)) return Result.fail(below(loc, inputIssues(decoded.failure.issue, "body")))
  const issues = isIJson ? [] : iJsonIssues(value, ["body"])
  return issues.length === 0 ? Result.succeed(decoded.success) : Result.fail(below(loc, issues))
}

const below = (parent: InputIssue["loc"], issues: ReadonlyArray<InputIssue>): ReadonlyArray<InputIssue> =>
  issues.map((issue) => ({ ...issue, loc: [...parent, ...issue.loc.slice(1)] }))
