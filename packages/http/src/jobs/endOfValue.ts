import { endOfString, marks, maximumNesting } from "../shared/nesting.ts"

const { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } = marks

/** The first place at or after `start` that holds no white space (RFC 8259, section 2). */
export const skipSpace = (text: string, start: number): number => {
  let place = start
  while (spaces.has(text.charCodeAt(place))) place++
  return place
}

const spaces: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * The place after the JSON value that begins at `start`, found by its brackets and quotes alone: whether the value is
 * well formed is for a parser to say. Undefined where the text ends before it, or where it nests too deeply to be
 * parsed without exhausting the stack.
 */
export const endOfValue = (text: string, start: number): number | undefined => {
  let depth = 0
  for (let place = start; place < text.length; place++) {
    switch (text.charCodeAt(place)) {
      case quote:
        place = endOfString(text, place)
        break
      case openBracket:
      case openBrace:
        if (++depth > maximumNesting) return undefined
        break
      case closeBracket:
      case closeBrace:
        if (depth === 0) return place
        depth--
        break
      case comma:
      case colon:
        if (depth === 0) return place
        continue
      default:
        continue
    }
    if (depth === 0) return place < text.length ? place + 1 : undefined
  }
  return undefined
}
