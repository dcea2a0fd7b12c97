import { mayBreakIJson } from "@namewright/core/shared"
import { Option, Result } from "effect"
import { endOfValue, skipSpace, type Unreadable, type ValueBounds } from "./endOfValue.ts"
import { isTooComplex } from "./isTooComplex.ts"

/** Part of a body, parsed but not decoded. */
export interface SentValue {
  readonly value: unknown
  /** True if the JSON text cannot break the rules of I-JSON. */
  readonly isIJson: boolean
}

/** Entry of a list, with its length in characters. */
export interface SentEntry extends SentValue {
  readonly length: number
}

/** Body with a long list. */
export interface SentList {
  /**
   * Entries, which can be iterated once; the first unreadable entry is the last. Undefined if the body has no such
   * list.
   */
  readonly entries: Iterable<Result.Result<SentEntry, Unreadable>> | undefined
  /** Body with an empty list. Call it once, after all entries have been read. */
  readonly frame: () => Result.Result<SentValue, Unreadable>
}

/** Maximum characters of a body besides its list. */
export const frameLength = 100_000

/**
 * Parses a body whose member `name` is a long list, one entry at a time, on demand. Parsing tens of megabytes at once
 * would block other requests for more than 100 ms. The text is released after it has been read.
 */
export const readList = (body: string, name: string, bounds: ValueBounds): SentList => {
  let text = body
  if (text === "") return { entries: undefined, frame: () => Result.succeed({ value: undefined, isIJson: true }) }
  const start = startOfList(text, name)
  if (start === undefined) return { entries: undefined, frame: () => parseFrame(text) }
  let end = text.length
  const entries = function*(): Generator<Result.Result<SentEntry, Unreadable>> {
    let position = skipSpace(text, start)
    while (text[position] !== "]") {
      const after = endOfValue(text, position, bounds)
      if (Result.isFailure(after)) return yield Result.fail(after.failure)
      const sent = parse(text.slice(position, after.success))
      const next = skipSpace(text, after.success)
      const isFollowed = text[next] === ","
      // A list must not end with a comma.
      const begin = isFollowed ? skipSpace(text, next + 1) : next
      const isList = isFollowed ? text[begin] !== "]" : text[next] === "]"
      if (Option.isNone(sent) || !isList) return yield Result.fail("not JSON")
      yield Result.succeed({ ...sent.value, length: after.success - position })
      position = begin
    }
    end = position
  }
  const frame = () => {
    const around = text.slice(0, start) + text.slice(end)
    text = ""
    return parseFrame(around)
  }
  return { entries: entries(), frame }
}

const parseFrame = (text: string): Result.Result<SentValue, Unreadable> => {
  if (isTooComplex(text)) return Result.fail("not JSON")
  return text.length > frameLength
    ? Result.fail("too large")
    : Result.fromOption(parse(text), (): Unreadable => "not JSON")
}

const parse = Option.liftThrowable((text: string): SentValue => ({
  value: JSON.parse(text),
  isIJson: !mayBreakIJson(text)
}))

/** Position of the list's first entry; undefined if the body has no such list at its top level. */
const startOfList = (text: string, name: string): number | undefined => {
  let position = skipSpace(text, 0)
  if (text[position] !== "{") return undefined
  for (position = skipSpace(text, position + 1); text[position] === "\""; position = skipSpace(text, position + 1)) {
    const endOfName = endOfValue(text, position)
    if (Result.isFailure(endOfName)) return undefined
    const colon = skipSpace(text, endOfName.success)
    const value = skipSpace(text, colon + 1)
    const isWanted = Option.exists(parse(text.slice(position, endOfName.success)), (sent) => sent.value === name)
    if (isWanted && text[value] === "[") return value + 1
    const end = endOfValue(text, value)
    if (Result.isFailure(end)) return undefined
    position = skipSpace(text, end.success)
    if (text[position] !== ",") return undefined
  }
  return undefined
}
