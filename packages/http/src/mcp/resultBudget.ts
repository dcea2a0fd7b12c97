import { Predicate } from "effect"

/**
 * Maximum characters of a result's data as JSON. Clients refuse more than 25,000 tokens; a token has three to four
 * characters of identifiers and numbers.
 */
export const resultBudget = 80_000

/** Data within the budget. */
export interface Cut {
  readonly data: unknown
  readonly truncated: boolean
  /** Start of the next part, in elements of the longest list or characters of the text; undefined at the end. */
  readonly next: number | undefined
}

/**
 * Truncates the longest list or text of the data to fit the budget. `from` continues an earlier cut. Data that cannot
 * be truncated is omitted.
 */
export const withinBudget = (data: unknown, from = 0, budget = resultBudget): Cut => {
  const size = lengthOf(data)
  if (size <= budget && from === 0) return { data, truncated: false, next: undefined }
  if (Array.isArray(data) || Predicate.isString(data)) return part(data, from, budget)
  const name = longestMember(data)
  if (name === undefined || !Predicate.isObject(data)) return { data: null, truncated: true, next: undefined }
  const whole = data[name]
  if (!Array.isArray(whole) && !Predicate.isString(whole)) return { data: null, truncated: true, next: undefined }
  const others = size - lengthOf(whole)
  if (others > budget / 2) return { data: null, truncated: true, next: undefined }
  const { data: kept, next, truncated } = part(whole, from, budget - others)
  return { data: { ...data, [name]: kept }, truncated, next }
}

const lengthOf = (value: unknown): number => (JSON.stringify(value) ?? "").length

const part = (whole: ReadonlyArray<unknown> | string, from: number, budget: number): Cut => {
  const kept = Predicate.isString(whole) ? textPart(whole, from, budget) : listPart(whole, from, budget)
  const end = from + kept.length
  return { data: kept, truncated: kept.length < whole.length, next: end < whole.length ? end : undefined }
}

const listPart = (list: ReadonlyArray<unknown>, from: number, budget: number): ReadonlyArray<unknown> => {
  let size = 2
  let end = from
  for (; end < list.length; end++) {
    size += lengthOf(list[end]) + 1
    if (size > budget) break
  }
  if (end > from || from >= list.length) return list.slice(from, end)
  // An element that exceeds the budget is replaced, so that the next call continues after it.
  return [{ truncated: true }]
}

const textPart = (text: string, from: number, budget: number): string => {
  // Escapes lengthen a text as JSON, at most sixfold. The text is cut after a line if possible.
  let piece = text.slice(from, from + budget)
  if (lengthOf(piece) > budget) piece = piece.slice(0, Math.floor((budget * piece.length) / lengthOf(piece) / 2) || 1)
  if (from + piece.length >= text.length) return piece
  const lineEnd = piece.lastIndexOf("\n")
  if (lineEnd > piece.length / 2) return piece.slice(0, lineEnd + 1)
  return isHighSurrogate(piece.charCodeAt(piece.length - 1)) && piece.length > 1 ? piece.slice(0, -1) : piece
}

/** First half of a surrogate pair; many JSON parsers refuse one alone. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const longestMember = (data: unknown): string | undefined =>
  Predicate.isObject(data)
    ? Object.keys(data)
      .filter((name) => Array.isArray(data[name]) || Predicate.isString(data[name]))
      .toSorted((left, right) => lengthOf(data[right]) - lengthOf(data[left]))
      .at(0)
    : undefined
