import {
  type BatchFrame,
  type BatchPortion,
  type BatchSource,
  SubmitBatch,
  SubmittedCommand
} from "@namewright/core/jobs"
import { decodeInput, iJsonIssues, type InputIssue, inputIssues, limits } from "@namewright/core/shared"
import { Option, Result, type Schema } from "effect"
import { readBatch, type SentBatch } from "./readBatch.ts"

/** Largest portion. It is parsed and decoded in a few milliseconds. */
const perPortion = { commands: 200, characters: 100_000 }

const decodeFrame = decodeInput(SubmitBatch)
const decodeCommand = decodeInput(SubmittedCommand)

/** The batch in the text of a body. */
export const batchSource = (text: string): BatchSource => {
  const { commands, frame } = readBatch(text)
  return {
    portions: commands === undefined ? [] : portionsOf(commands),
    frame: () =>
      Option.match(frame(), {
        onNone: () => Result.fail([notJson]),
        onSome: (sent): Result.Result<BatchFrame, ReadonlyArray<InputIssue>> => decodedWith(decodeFrame, sent)
      })
  }
}

const decodedWith = <A>(
  decode: (input: unknown) => Result.Result<A, Schema.SchemaError>,
  sent: unknown
): Result.Result<A, ReadonlyArray<InputIssue>> => {
  const decoded = decode(sent)
  if (Result.isFailure(decoded)) return Result.fail(inputIssues(decoded.failure.issue, "body"))
  const issues = iJsonIssues(sent, ["body"])
  return issues.length === 0 ? Result.succeed(decoded.success) : Result.fail(issues)
}

const portionsOf = function*(sent: NonNullable<SentBatch["commands"]>): Generator<BatchPortion> {
  let index = 0
  let characters = 0
  let commands: Array<SubmittedCommand | undefined> = []
  let issues: Array<InputIssue> = []
  for (const one of sent) {
    if (Option.isNone(one)) return yield broken(notJson)
    if (index === limits.batchCommands) return yield broken(tooMany)
    const decoded = decodedWith(decodeCommand, one.value.command)
    commands.push(Result.getOrUndefined(decoded))
    if (Result.isFailure(decoded)) issues.push(...located(decoded.failure, index))
    index++
    characters += one.value.length
    if (commands.length < perPortion.commands && characters < perPortion.characters) continue
    yield { commands, issues, isBroken: false }
    characters = 0
    commands = []
    issues = []
  }
  yield { commands, issues, isBroken: false }
}

const broken = (issue: InputIssue): BatchPortion => ({ commands: [], issues: [issue], isBroken: true })

const located = (issues: ReadonlyArray<InputIssue>, index: number): ReadonlyArray<InputIssue> =>
  issues.map((issue) => ({ ...issue, loc: ["body", "commands", index, ...issue.loc.slice(1)] }))

const notJson: InputIssue = { loc: ["body"], msg: "The body is not valid JSON", type: "json_invalid", input: null }

const tooMany: InputIssue = {
  loc: ["body", "commands"],
  msg: `Expected at most ${limits.batchCommands} commands`,
  type: "too_long",
  input: null
}
