import {
  PriceImport,
  type PriceLineFilter,
  PriceList,
  PriceListName,
  type PriceRow,
  priceRowOf,
  ProductType,
  readPriceRow
} from "@namewright/core/billing"
import { Instant, Money } from "@namewright/core/shared"
import { Console, Effect, FileSystem, Option, Result, Schema, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { onPlatform, platformFlags } from "../onPlatform.ts"
import { priceFileHeader, priceFileLine, readPriceFile } from "../priceFile.ts"
import { chosenSettings } from "../settingFlags.ts"

/** Lines that are read at once. */
const pageSize = 1000

const described = (name: string, metavar: string, description: string) =>
  Flag.String(name).pipe(Flag.withMetavar(metavar), Flag.withDescription(description))

const list = described("list", "LIST", "default, or the id of an organization")

/** Flags that name the lines which replace each other in time. */
const lineFlags = {
  list: list.pipe(Flag.withDefault("default")),
  product: described("product", "TYPE", "Type of the product [domain]").pipe(Flag.withDefault("domain")),
  action: described("action", "ACTION", "create, renew, transfer, restore or another action"),
  class: described("class", "TLD", "TLD of a domain, or * for all others").pipe(Flag.withDefault("")),
  period: described("period", "PERIOD", "1y, 1m, or once for a price that is paid once [1y]").pipe(
    Flag.withDefault("1y")
  ),
  currency: described("currency", "CURRENCY", Money.Currency.literals.join(" or "))
}

interface LineChoice {
  readonly list: string
  readonly product: string
  readonly action: string
  readonly class: string
  readonly period: string
  readonly currency: string
}

const rowOf = (flags: LineChoice, price: string, valid_from: string): PriceRow => ({
  price_list: flags.list,
  product_type: flags.product,
  product_action: flags.action,
  product_class: flags.class,
  period: flags.period === "once" ? "" : flags.period,
  price,
  currency: flags.currency,
  valid_from
})

/** Flag of each column, for messages. */
const flagOf = {
  price_list: "--list",
  product_type: "--product",
  product_action: "--action",
  product_class: "--class",
  period: "--period",
  price: "--price",
  currency: "--currency",
  valid_from: "--valid-from"
} as const satisfies Record<keyof PriceRow, string>

const refusal = (
  problems: ReadonlyArray<{ readonly column: keyof PriceRow | null; readonly problem: string }>
) =>
  new CommandFailed({
    message: problems.map(({ column, problem }) => column === null ? problem : `${flagOf[column]}: ${problem}`)
      .join("\n")
  })

const start = described("valid-from", "DATE", "Date or time in UTC from which it holds [now]").pipe(
  Flag.withDefault("")
)

const set = Command.make(
  "set",
  {
    ...platformFlags,
    ...lineFlags,
    price: described("price", "AMOUNT", "Net price like 9.50, or none to end the price of this list"),
    validFrom: start
  },
  Effect.fnUntraced(function*(flags) {
    const row = rowOf(flags, flags.price === "none" ? "" : flags.price, flags.validFrom)
    yield* onPlatform(
      yield* chosenSettings(flags),
      PriceImport.use((prices) => prices.run([{ line: 1, row }], { isTrial: false })).pipe(
        Effect.catchTag("PriceFileRefused", ({ problems }) => Effect.fail(refusal(problems)))
      )
    )
    yield* Console.log("The price is set")
  })
).pipe(Command.withDescription("Set one price, from now or from a date on"))

const remove = Command.make(
  "remove",
  { ...platformFlags, ...lineFlags, validFrom: start },
  Effect.fnUntraced(function*(flags) {
    const read = readPriceRow(rowOf(flags, "", flags.validFrom), yield* Instant.now)
    if (Result.isFailure(read)) return yield* refusal(read.failure)
    const { price: _, price_list, valid_from, ...key } = read.success
    const line = flags.validFrom === "" ? key : { ...key, valid_from }
    yield* onPlatform(yield* chosenSettings(flags), PriceList.use((prices) => prices.remove(price_list, [line])))
    yield* Console.log(flags.validFrom === "" ? "The list has no such price any longer" : "The line is removed")
  })
).pipe(
  Command.withDescription("End a price of a list now; with --valid-from, remove the line with that start only")
)

const filterFlags = {
  list: list.pipe(Flag.withSchema(PriceListName), Flag.optional),
  product: Flag.Literals("product", ProductType.literals).pipe(
    Flag.withDescription("Only this type of product"),
    Flag.optional
  ),
  class: described("class", "TLD", "Only this TLD").pipe(Flag.optional),
  validAt: described("valid-at", "DATE", "Only prices that hold at this date or time, or now").pipe(Flag.optional)
}

interface FilterChoice {
  readonly list: Option.Option<PriceListName>
  readonly product: Option.Option<ProductType>
  readonly class: Option.Option<string>
  readonly validAt: Option.Option<string>
}

const filterOf = Effect.fnUntraced(function*(flags: FilterChoice) {
  const filter: PriceLineFilter = {
    price_list: Option.getOrUndefined(flags.list),
    product_type: Option.getOrUndefined(flags.product),
    product_class: Option.getOrUndefined(flags.class)
  }
  if (Option.isNone(flags.validAt)) return filter
  if (flags.validAt.value === "now") return { ...filter, valid_at: yield* Instant.now }
  const valid_at = Schema.decodeOption(Instant.Instant)(flags.validAt.value)
  return Option.isSome(valid_at)
    ? { ...filter, valid_at: valid_at.value }
    : yield* new CommandFailed({ message: "--valid-at: expected now, a date like 2027-01-31 or a time" })
})

/** All lines of a filter, page by page. */
const linesOf = (filter: PriceLineFilter) =>
  Stream.paginate(1, (page) =>
    PriceList.use((prices) => prices.page(filter, { page, page_size: pageSize })).pipe(
      Effect.map(({ items, total }) => [items, page * pageSize < total ? Option.some(page + 1) : Option.none()])
    ))

const listLines = Command.make(
  "list",
  { ...platformFlags, ...filterFlags },
  Effect.fnUntraced(function*(flags) {
    const filter = yield* filterOf(flags)
    yield* onPlatform(
      yield* chosenSettings(flags),
      Stream.runForEach(linesOf(filter), (line) => {
        const row = priceRowOf(line)
        const price = row.price === "" ? "no price" : `${row.price} ${row.currency}`
        const product = [row.product_type, row.product_class, row.product_action, row.period || "once"]
        return Console.log([row.price_list, ...product, price, `from ${row.valid_from}`].filter(Boolean).join("  "))
      })
    )
  })
).pipe(Command.withDescription("List lines of the price lists, with past and planned ones unless --valid-at is given"))

const exportFile = Command.make(
  "export",
  {
    ...platformFlags,
    ...filterFlags,
    file: Argument.String("file").pipe(Argument.withDescription("File to be written"))
  },
  Effect.fnUntraced(function*(flags) {
    const filter = yield* filterOf(flags)
    const files = yield* FileSystem.FileSystem
    const rows = yield* onPlatform(yield* chosenSettings(flags), Stream.runCollect(linesOf(filter)))
    const text = priceFileHeader + rows.map((line) => priceFileLine(priceRowOf(line))).join("")
    yield* Effect.mapError(
      files.writeFileString(flags.file, text),
      (error) => new CommandFailed({ message: `${flags.file}: ${error.message}` })
    )
    yield* Console.log(`${rows.length} lines are written to ${flags.file}`)
  })
).pipe(Command.withDescription("Write lines of the price lists as CSV, in the form that import reads"))

const importFile = Command.make(
  "import",
  {
    ...platformFlags,
    file: Argument.String("file").pipe(Argument.withDescription("CSV file with a first line of column names")),
    dryRun: Flag.Boolean("dry-run").pipe(
      Flag.withDescription("Check the file, and store nothing"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function*(flags) {
    const rows = yield* readPriceFile(flags.file)
    const { lines, lists } = yield* onPlatform(
      yield* chosenSettings(flags),
      PriceImport.use((prices) => prices.run(rows, { isTrial: flags.dryRun }))
    )
    const counted = `${lines} lines of ${lists} lists`
    yield* Console.log(flags.dryRun ? `${counted} can be imported; nothing is stored` : `${counted} are imported`)
  })
).pipe(Command.withDescription("Import prices from a CSV file: all of its lines, or none if one has a problem"))

export const prices = Command.make("prices").pipe(
  Command.withDescription("The default price list, and the price lists of organizations"),
  Command.withSubcommands([listLines, set, remove, importFile, exportFile])
)
