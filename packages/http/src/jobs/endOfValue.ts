import { endOfString, marks, maximumNesting } from "../shared/nesting.ts"

const { closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } = marks

/** Position of the first character at or after `start` that is not white space (RFC 8259, section 2). */
export const skipSpace = (text: string, start: number): number => {
  let position = start
  while (spaces.has(text.charCodeAt(position))) position++
  return position
}

const spaces: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/**
 * Position after the JSON value that begins at `start`, found by brackets and quotes. The value is not validated. Undefined
 * if the text ends before the value, or if the value nests too deeply to be parsed without exhausting the stack.
 */
export const endOfValue = (text: string, start: number): number | undefined => {
  let depth = 0
  for (let position = start; position < text.length; position++) {
    switch (text.charCodeAt(position)) {
      case quote:
        position = endOfString(text, position)
        break
      case openBracket:
      case openBrace:
        if (++depth > maximumNesting) return undefined
        break
      case closeBracket:
      case closeBrace:
        if (depth === 0) return position
        depth--
        break
      case comma:
      case colon:
        if (depth === 0) return position
        continue
      default:
        continue
    }
    if (depth === 0) return position < text.length ? position + 1 : undefined
  }
  return undefined
}
