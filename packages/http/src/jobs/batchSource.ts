import {
  type BatchFrame,
  type BatchPortion,
  type BatchSource,
  SubmitBatch,
  SubmittedCommand
} from "@namewright/core/jobs"
import { decodeInput, type InputIssue, limits } from "@namewright/core/shared"
import { Result } from "effect"
import { decodeSent } from "../shared/decodeSent.ts"
import type { ValueBounds } from "../shared/endOfValue.ts"
import { readList, type SentList } from "../shared/readList.ts"
import { unreadable } from "../shared/unreadable.ts"

/** Maximum size of a portion, which is parsed and decoded in a few milliseconds. */
const perPortion = { commands: 200, characters: 100_000 }

/** Maximum size of one command, which is parsed in less than 100 ms. */
const commandBounds: ValueBounds = { characters: 8 * 1024 * 1024, containers: 200_000 }

const decodeFrame = decodeInput(SubmitBatch)
const decodeCommand = decodeInput(SubmittedCommand)

/** The batch in the text of a request body. */
export const batchSource = (text: string): BatchSource => {
  const { entries, frame } = readList(text, "commands", commandBounds)
  return {
    portions: entries === undefined ? [] : portionsOf(entries),
    frame: (): Result.Result<BatchFrame, ReadonlyArray<InputIssue>> =>
      Result.flatMap(
        Result.mapError(frame(), (reason) => [unreadable(reason, ["body"])]),
        (sent) => decodeSent(decodeFrame, sent)
      )
  }
}

const portionsOf = function*(sent: NonNullable<SentList["entries"]>): Generator<BatchPortion> {
  let index = 0
  let characters = 0
  let commands: Array<SubmittedCommand | undefined> = []
  let issues: Array<InputIssue> = []
  for (const one of sent) {
    const loc = ["body", "commands", index]
    if (Result.isFailure(one)) return yield broken(unreadable(one.failure, loc, commandBounds))
    if (index === limits.batchCommands) return yield broken(tooMany)
    const decoded = decodeSent(decodeCommand, one.success, loc)
    commands.push(Result.getOrUndefined(decoded))
    if (Result.isFailure(decoded)) issues.push(...decoded.failure)
    index++
    characters += one.success.length
    if (commands.length < perPortion.commands && characters < perPortion.characters) continue
    yield { commands, issues, isBroken: false }
    characters = 0
    commands = []
    issues = []
  }
  yield { commands, issues, isBroken: false }
}

const broken = (issue: InputIssue): BatchPortion => ({ commands: [], issues: [issue], isBroken: true })

const tooMany: InputIssue = {
  loc: ["body", "commands"],
  msg: `Expected at most ${limits.batchCommands} commands`,
  type: "too_long",
  input: null
}
