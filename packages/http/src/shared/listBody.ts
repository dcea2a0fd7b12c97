import {
  decodeInput,
  inChunks,
  type InputIssue,
  inputIssues,
  longListFinder,
  maximumIssues
} from "@namewright/core/shared"
import { Effect, Result, type Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { decodeSent } from "./decodeSent.ts"
import type { ValueBounds } from "./endOfValue.ts"
import { type ProblemBody, validationProblem } from "./Problem.ts"
import { readList, type SentEntry } from "./readList.ts"
import { sentText } from "./sentText.ts"
import { unreadable } from "./unreadable.ts"

/** List of a body that is read entry by entry. */
export interface LongList<Name extends string, B> {
  readonly name: Name
  readonly entry: Schema.Decoder<B>
  /** Maximum entries; the schema of the body has the same bound. */
  readonly maximum: number
  /** Bounds of the JSON text of one entry. */
  readonly bounds: ValueBounds
}

/** Cost of an entry, in characters, besides its length; an entry can be as short as `{}`. */
const entryCost = 20

/**
 * Reads the JSON body of an operation with `ReadInChunks`. Its list is parsed and decoded in slices, between which the
 * process handles other requests. All entries are checked, up to 10,000 issues.
 */
export const listBody = <A extends object, Name extends keyof A & string, B>(
  body: Schema.Decoder<A>,
  { bounds, entry, maximum, name }: LongList<Name, B>
): (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<A, ProblemBody<422>> => {
  const decodeBody = decodeInput(body)
  const decodeEntry = decodeInput(entry)
  const findLong = longListFinder(body)

  const tooLong = (): ReadonlyArray<InputIssue> => {
    const issue = findLong?.({ [name]: Array.from({ length: maximum + 1 }) })
    return issue === undefined ? [] : inputIssues(issue, "body")
  }

  return Effect.fnUntraced(function*(request) {
    const { entries, frame } = readList(yield* sentText(request), name, bounds)
    const decoded: Array<B> = []
    const issues: Array<InputIssue> = []
    let read = 0
    let isBroken = false

    const readable = function*(): Generator<SentEntry> {
      for (const sent of entries ?? []) {
        isBroken = true
        if (Result.isFailure(sent)) return void issues.push(unreadable(sent.failure, ["body", name, read], bounds))
        if (read === maximum) return void issues.splice(0, issues.length, ...tooLong())
        isBroken = false
        yield sent.success
      }
    }
    yield* inChunks(readable(), ({ length }) => entryCost + length, (sent) => {
      const index = read++
      if (issues.length >= maximumIssues) return
      const one = decodeSent(decodeEntry, sent, ["body", name, index])
      if (Result.isSuccess(one)) decoded.push(one.success)
      else issues.push(...one.failure)
    })
    if (isBroken) return yield* Effect.fail(validationProblem(issues))
    const rest = Result.flatMap(
      Result.mapError(frame(), (reason) => [unreadable(reason, ["body"])]),
      (sent) => decodeSent(decodeBody, sent)
    )
    if (Result.isFailure(rest)) return yield* Effect.fail(validationProblem([...rest.failure, ...issues]))
    if (issues.length > 0) return yield* Effect.fail(validationProblem(issues))
    return entries === undefined ? rest.success : { ...rest.success, [name]: decoded }
  })
}
