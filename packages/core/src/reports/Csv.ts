import { Stream } from "effect"

/** Value of a cell; null is an empty cell. */
export type Cell = string | number | boolean | null

/** Columns of a report, and the cells of a record in the same order. */
export interface Sheet<A> {
  readonly columns: ReadonlyArray<string>
  readonly cells: (record: A) => ReadonlyArray<Cell>
}

/** Beginning of a text that a spreadsheet interprets as a formula. */
const startsFormula = /^[=+\-@\t\r]/
const isNegativeNumber = /^-\d+(?:\.\d+)?$/
const needsQuotes = /[",\r\n]/
/** Union of both patterns, so that most cells need only one test. */
const needsEscape = /^[=+\-@\t\r]|[",\r\n]/

/**
 * Encoded cell. Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe, except negative
 * numbers. Source: RFC 4180, section 2.
 */
export const csvCell = (cell: Cell): string => {
  if (cell === null) return ""
  if (typeof cell !== "string") return String(cell)
  if (!needsEscape.test(cell)) return cell
  const text = startsFormula.test(cell) && !isNegativeNumber.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text
}

/** Encoded line with its line break. */
export const csvLine = (cells: ReadonlyArray<Cell>): string => {
  let line = ""
  for (let index = 0; index < cells.length; index++) {
    line += (index === 0 ? "" : ",") + csvCell(cells[index] ?? null)
  }
  return `${line}\r\n`
}

/** Minimum characters of a chunk before it is encoded, since small chunks are inefficient. */
const chunkCharacters = 64 * 1024

/** CSV file of a sheet in UTF-8, with a header line. Calls `onRecords` with the number of records of each chunk. */
export const csvOf = <A, E, R>(
  { cells, columns }: Sheet<A>,
  records: Stream.Stream<A, E, R>,
  onRecords: (count: number) => void
): Stream.Stream<Uint8Array, E, R> => {
  const encoder = new TextEncoder()
  return Stream.mapAccumArray(
    records,
    () => csvLine(columns),
    (text, chunk) => {
      let more = text
      for (const record of chunk) more += csvLine(cells(record))
      onRecords(chunk.length)
      return more.length < chunkCharacters ? [more, []] : ["", [encoder.encode(more)]]
    },
    { onHalt: (rest) => rest === "" ? [] : [encoder.encode(rest)] }
  )
}
