/** Maximum nesting of lists and objects in a body, more than twice that of any operation. */
export const maximumNesting = 64

/** Maximum number of lists and objects in a body that is parsed in one piece. Parsing takes less than 100 ms. */
export const maximumContainers = 250_000

/**
 * True if JSON text exceeds the maximum number or nesting of lists and objects. Recursive functions process parsed
 * values, so deep nesting would exhaust the stack. Two megabytes of empty objects would take 200 ms to parse.
 */
export const isTooComplex = (text: string): boolean => {
  if (text.length <= 2 * maximumNesting) return false
  let depth = 0
  let containers = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index)
        break
      case openBracket:
      case openBrace:
        if (++depth > maximumNesting || ++containers > maximumContainers) return true
        break
      case closeBracket:
      case closeBrace:
        depth--
    }
  }
  return false
}

/** Character codes of the delimiters of JSON. */
export const marks = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d
} as const
const backslash = 0x5c
const { closeBrace, closeBracket, openBrace, openBracket, quote } = marks

/** Position of the quote that ends the string that begins at `start`; the length of the text if there is none. */
export const endOfString = (text: string, start: number): number => {
  for (let end = text.indexOf("\"", start + 1); end >= 0; end = text.indexOf("\"", end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === backslash) first--
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}
