import { Stream } from "effect"

/** What a cell can hold; null is an empty one. */
export type Cell = string | number | boolean | null

/** The sheet of a report: its heading, and the cells of a record in the same order. */
export interface Sheet<A> {
  readonly columns: ReadonlyArray<string>
  readonly cells: (record: A) => ReadonlyArray<Cell>
}

/** What makes a spreadsheet take a cell for a formula. */
const startsFormula = /^[=+\-@\t\r]/
const isNegativeNumber = /^-\d+(?:\.\d+)?$/
const needsQuotes = /[",\r\n]/
/** Any of these; most cells have none, and are looked at once. */
const needsCare = /^[=+\-@\t\r]|[",\r\n]/

/**
 * A cell as it is written. Text that a spreadsheet would calculate gets an apostrophe in front, which shows it as text;
 * negative numbers are left as they are. Source: RFC 4180, section 2.
 */
export const csvCell = (cell: Cell): string => {
  if (cell === null) return ""
  if (typeof cell !== "string") return String(cell)
  if (!needsCare.test(cell)) return cell
  const text = startsFormula.test(cell) && !isNegativeNumber.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text
}

/** A line with its end. */
export const csvLine = (cells: ReadonlyArray<Cell>): string => {
  let line = ""
  for (let index = 0; index < cells.length; index++) {
    line += (index === 0 ? "" : ",") + csvCell(cells[index] ?? null)
  }
  return `${line}\r\n`
}

/** Characters that are gathered before they are encoded, because small pieces cost more than their bytes. */
const gathered = 64 * 1024

/** The file of a sheet in UTF-8, heading first. Reports each written record. */
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
      return more.length < gathered ? [more, []] : ["", [encoder.encode(more)]]
    },
    { onHalt: (rest) => rest === "" ? [] : [encoder.encode(rest)] }
  )
}
