import { iJsonIssues, type InputIssue, inputIssues } from "@namewright/core/shared"
import { Result, type Schema } from "effect"

/** Decodes a part of a body, with a decoder of `decodeInput`. Its problems are located below `loc`, which is in the body. */
export const decodeSent = <A>(
  decode: (input: unknown) => Result.Result<A, Schema.SchemaError>,
  sent: unknown,
  loc: InputIssue["loc"] = ["body"]
): Result.Result<A, ReadonlyArray<InputIssue>> => {
  const decoded = decode(sent)
  if (Result.isFailure(decoded)) return Result.fail(below(loc, inputIssues(decoded.failure.issue, "body")))
  const issues = iJsonIssues(sent, ["body"])
  return issues.length === 0 ? Result.succeed(decoded.success) : Result.fail(below(loc, issues))
}

const below = (parent: InputIssue["loc"], issues: ReadonlyArray<InputIssue>): ReadonlyArray<InputIssue> =>
  issues.map((issue) => ({ ...issue, loc: [...parent, ...issue.loc.slice(1)] }))
