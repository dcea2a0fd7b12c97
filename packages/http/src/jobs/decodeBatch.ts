import { SubmitBatch, SubmittedCommand } from "@namewright/core/jobs"
import { type InputIssue, inputIssues, InvalidInput, limits, refuseInput } from "@namewright/core/shared"
import { Effect, Option, Result, Schema } from "effect"
import { parseOptions } from "../shared/RequestValidation.ts"
import { readBatch, type SentBatch } from "./readBatch.ts"

/** Commands decoded between two pauses. */
const perSlice = 200

const decodeFrame = Schema.decodeUnknownResult(SubmitBatch, parseOptions)
const decodeCommand = Schema.decodeUnknownResult(SubmittedCommand, parseOptions)

/** The request that a text is, read and decoded in slices so that others are answered in between. */
export const decodeBatch = Effect.fnUntraced(function*(text: string): Effect.fn.Return<SubmitBatch, InvalidInput> {
  const sent = yield* readBatch(text)
  if (Option.isNone(sent)) return yield* new InvalidInput({ issues: [notJson] })
  const frame = Result.mapError(decodeFrame(sent.value.frame), ({ issue }) => inputIssues(issue, "body"))
  const { commands, issues } = yield* decodeCommands(sent.value)
  yield* refuseInput([...Result.isFailure(frame) ? frame.failure : [], ...issues])
  return { ...Result.getOrThrow(frame), commands }
})

const decodeCommands = Effect.fnUntraced(function*({ commands: sent = [] }: SentBatch) {
  const commands: Array<SubmittedCommand> = []
  if (sent.length > limits.batchCommands) return { commands, issues: [tooMany] }
  const issues: Array<InputIssue> = []
  for (const [index, command] of sent.entries()) {
    if (index % perSlice === 0) yield* Effect.yieldNow
    const decoded = decodeCommand(command)
    if (Result.isSuccess(decoded)) commands.push(decoded.success)
    else issues.push(...placed(inputIssues(decoded.failure.issue, "body"), index))
  }
  return { commands, issues }
})

const placed = (issues: ReadonlyArray<InputIssue>, index: number): ReadonlyArray<InputIssue> =>
  issues.map((issue) => ({ ...issue, loc: ["body", "commands", index, ...issue.loc.slice(1)] }))

const notJson: InputIssue = { loc: ["body"], msg: "The body is not valid JSON", type: "json_invalid", input: null }

const tooMany: InputIssue = {
  loc: ["body", "commands"],
  msg: `Expected at most ${limits.batchCommands} commands`,
  type: "too_long",
  input: null
}
