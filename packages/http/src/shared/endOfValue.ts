import { Result } from "effect"
import { endOfString, marks, maximumNesting } from "./isTooComplex.ts"

const { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } = marks

/** Bounds of a JSON value that is parsed at once. */
export interface ValueBounds {
  readonly characters: number
  /** Lists and objects. Parsing one takes as long as 10 to 30 characters of text. */
  readonly containers: number
}

/** Reason why a JSON value is not parsed. */
export type Unreadable = "not JSON" | "too large"

/** Position of the first character at or after `start` that is not white space (RFC 8259, section 2). */
export const skipSpace = (text: string, start: number): number => {
  let position = start
  while (spaces.has(text.charCodeAt(position))) position++
  return position
}

const spaces: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * Position after the JSON value that begins at `start`, found by brackets and quotes. The value is not validated. `not
 * JSON` if the text ends within the value, or if the nesting is too deep for the stack.
 */
export const endOfValue = (
  text: string,
  start: number,
  { characters, containers }: ValueBounds = unbounded
): Result.Result<number, Unreadable> => {
  let depth = 0
  let opened = 0
  const end = Math.min(text.length, start + characters)
  for (let position = start; position < end; position++) {
    switch (text.charCodeAt(position)) {
      case quote:
        position = endOfString(text, position)
        break
      case openBracket:
      case openBrace:
        if (++depth > maximumNesting) return notJson
        if (++opened > containers) return tooLarge
        break
      case closeBracket:
      case closeBrace:
        if (depth === 0) return Result.succeed(position)
        depth--
        break
      case comma:
      case colon:
        if (depth === 0) return Result.succeed(position)
        continue
      default:
        continue
    }
    if (depth === 0) return position < text.length ? Result.succeed(position + 1) : notJson
  }
  return end < text.length ? tooLarge : notJson
}

const unbounded: ValueBounds = { characters: Infinity, containers: Infinity }
const notJson = Result.fail<Unreadable>("not JSON")
const tooLarge = Result.fail<Unreadable>("too large")
