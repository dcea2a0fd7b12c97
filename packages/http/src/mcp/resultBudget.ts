import { Predicate } from "effect"

/**
 * Characters that the data of one result may have as JSON. Clients refuse what is longer than 25,000 tokens; identifiers
 * and numbers take a token for three to four characters.
 */
export const resultBudget = 80_000

/** Data as far as the budget lets it through. */
export interface Cut {
  readonly data: unknown
  readonly truncated: boolean
  /** Where the next part begins: elements of the longest list, or characters of a text; undefined where nothing is left. */
  readonly next: number | undefined
}

/**
 * Cuts the longest list of some data, or its longest text, so that the whole fits the budget. `from` goes on where an
 * earlier cut ended. Data without anything to cut is left out as a whole.
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
  // One element that is longer than everything may be is passed over, so that the next call comes further.
  return [{ truncated: true }]
}

const textPart = (text: string, from: number, budget: number): string => {
  // Escapes make a text longer as JSON, at most sixfold; a line is not torn apart where one ends in time.
  let piece = text.slice(from, from + budget)
  if (lengthOf(piece) > budget) piece = piece.slice(0, Math.floor((budget * piece.length) / lengthOf(piece) / 2) || 1)
  if (from + piece.length >= text.length) return piece
  const lineEnd = piece.lastIndexOf("\n")
  if (lineEnd > piece.length / 2) return piece.slice(0, lineEnd + 1)
  return isHighSurrogate(piece.charCodeAt(piece.length - 1)) && piece.length > 1 ? piece.slice(0, -1) : piece
}

/** First half of a character that takes two code units; many parsers of JSON refuse one alone. */
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

const longestMember = (data: unknown): string | undefined =>
  Predicate.isObject(data)
    ? Object.keys(data)
      .filter((name) => Array.isArray(data[name]) || Predicate.isString(data[name]))
      .toSorted((left, right) => lengthOf(data[right]) - lengthOf(data[left]))
      .at(0)
    : undefined
