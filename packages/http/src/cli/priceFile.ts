import { type NumberedPriceRow, priceColumns, type PriceRow } from "@namewright/core/billing"
import { csvLine } from "@namewright/core/reports"
import { Effect, FileSystem } from "effect"
import { CommandFailed } from "./CommandFailed.ts"

/** Maximum size of a file of prices: about 200,000 lines. */
const maximumBytes = 20 * 1024 * 1024

/** Record of `csv-parse` with the option `info`. */
interface ParsedRecord {
  readonly record: ReadonlyArray<string>
  readonly info: { readonly lines: number }
}

const refuse = (file: string, problem: string) => new CommandFailed({ message: `${file}: ${problem}` })

const messageOf = (cause: unknown) => cause instanceof Error ? cause.message : String(cause)

/** Reads CSV (RFC 4180, UTF-8) whose first line names the columns, in any order. Each row has its line in the file. */
export const priceRowsOf = Effect.fnUntraced(function*(file: string, text: string) {
  const { parse } = yield* Effect.promise(() => import("csv-parse/sync"))
  const parsed = yield* Effect.try({
    try: () =>
      parse(text, {
        bom: true,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true
      }) as unknown as ReadonlyArray<ParsedRecord>,
    catch: (cause) => refuse(file, messageOf(cause))
  })
  const [header, ...records] = parsed
  const names = header?.record.map((name) => name.trim()) ?? []
  const missing = priceColumns.filter((column) => !names.includes(column))
  const unknown = names.filter((name) => !priceColumns.some((column) => column === name))
  const problems = [
    ...(missing.length === 0 ? [] : [`without ${missing.join(", ")}`]),
    ...(unknown.length === 0 ? [] : [`with unknown columns ${unknown.map((name) => JSON.stringify(name)).join(", ")}`]),
    ...(new Set(names).size === names.length ? [] : ["with a column twice"])
  ]
  if (problems.length > 0) {
    return yield* refuse(file, `the first line is ${problems.join(" and ")}; expected ${priceColumns.join(",")}`)
  }
  const uneven = records.filter(({ record }) => record.length !== names.length)
  if (uneven.length > 0) {
    const lines = uneven.map(({ info, record }) => `line ${info.lines}: ${record.length} cells`)
    return yield* refuse(file, [`expected ${names.length} cells in each line`, ...lines].join("\n"))
  }
  return records.map(({ info, record }): NumberedPriceRow => ({
    line: info.lines,
    row: Object.fromEntries(names.map((name, index) => [name, record[index] ?? ""])) as PriceRow
  }))
})

/** Reads a file of prices. */
export const readPriceFile = Effect.fnUntraced(function*(file: string) {
  const files = yield* FileSystem.FileSystem
  const { size } = yield* Effect.mapError(files.stat(file), (error) => refuse(file, error.message))
  if (size > maximumBytes) return yield* refuse(file, `more than ${maximumBytes / 1024 / 1024} MB`)
  const bytes = yield* Effect.mapError(files.readFile(file), (error) => refuse(file, error.message))
  const text = yield* Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: () => refuse(file, "not encoded in UTF-8")
  })
  return yield* priceRowsOf(file, text)
})

export const priceFileHeader = csvLine(priceColumns)

/** CSV line of a row, as `readPriceFile` reads it. */
export const priceFileLine = (row: PriceRow): string => csvLine(priceColumns.map((column) => row[column]))
