import { Option, Result, Schema } from "effect"
import { Instant, Money, Period } from "../shared/index.ts"
import { otherClasses, ProductAction, ProductType } from "./Price.ts"
import { type PriceLine, PriceListName } from "./PriceLine.ts"

/** Columns of a file of prices, in their order. */
export const priceColumns = [
  "price_list",
  "product_type",
  "product_action",
  "product_class",
  "period",
  "price",
  "currency",
  "valid_from"
] as const
export type PriceColumn = (typeof priceColumns)[number]

/** A line of a file of prices, as written. */
export type PriceRow = Readonly<Record<PriceColumn, string>>

/** A problem of one column of a row; null for the row as a whole. */
export interface PriceRowProblem {
  readonly column: PriceColumn | null
  readonly problem: string
}

/** Reads one column: its value, or the text of the problem. */
type Read<A> = (text: string) => Result.Result<A, string>

const bySchema = <A>(schema: Schema.Codec<A, string>, expected: string): Read<A> => {
  const decode = Schema.decodeOption(schema)
  return (text) => Option.match(decode(text), { onNone: () => Result.fail(expected), onSome: Result.succeed })
}

const oneOf = (literals: ReadonlyArray<string>) => `expected one of ${literals.join(", ")}`

/** TLD of one or more labels; internationalised ones in their ASCII form. */
const tld = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?){0,3}$/

const periods: Readonly<Record<string, PriceLine["period"]>> = {
  "": null,
  "1y": Period.years(1),
  "1m": Period.months(1)
}

const readPeriod: Read<PriceLine["period"]> = (text) => {
  const period = Object.hasOwn(periods, text) ? periods[text] : undefined
  return period === undefined
    ? Result.fail("expected 1y, 1m, or nothing for a price that is paid once")
    : Result.succeed(period)
}

const readPrice: Read<PriceLine["price"]> = (text) => {
  if (text === "") return Result.succeed(null)
  const price = Money.fromDecimal(text)
  return price === undefined || price < 0
    ? Result.fail("expected an amount like 9.50, or nothing to end the price")
    : Result.succeed(price)
}

const reads = {
  price_list: bySchema(PriceListName, "expected default or the id of an organization"),
  product_type: bySchema(ProductType, oneOf(ProductType.literals)),
  product_action: bySchema(ProductAction, oneOf(ProductAction.literals)),
  period: readPeriod,
  price: readPrice,
  currency: bySchema(Money.Currency, oneOf(Money.Currency.literals))
}

const isMidnight = (text: string) => text.endsWith("T00:00:00Z")

/** Domains are priced by TLD, other products have no classes. */
const readClass = (isOfDomains: boolean): Read<PriceLine["product_class"]> => (text) => {
  if (!isOfDomains) {
    return text === ""
      ? Result.succeed(null)
      : Result.fail("expected nothing: only domains have classes")
  }
  return text === otherClasses || tld.test(text)
    ? Result.succeed(text)
    : Result.fail(`expected a TLD in lower case without a dot before it, or ${otherClasses} for all others`)
}

const instant = bySchema(Instant.Instant, "expected a date like 2027-01-31, or a time like 2027-01-31T12:00:00Z")
const readStart = (now: Instant.Instant): Read<Instant.Instant> => (text) =>
  text === "" ? Result.succeed(now) : instant(text)

/** Reads a row, or finds all of its problems. An empty `valid_from` is `now`. */
export const readPriceRow = (
  row: PriceRow,
  now: Instant.Instant
): Result.Result<PriceLine, ReadonlyArray<PriceRowProblem>> => {
  const problems: Array<PriceRowProblem> = []
  const take = <A>(column: PriceColumn, read: Read<A>): A | undefined => {
    const found = read(row[column].trim())
    if (Result.isSuccess(found)) return found.success
    problems.push({ column, problem: `${found.failure}, got ${JSON.stringify(row[column].slice(0, 100))}` })
    return undefined
  }
  const product_type = take("product_type", reads.product_type)
  const line = {
    price_list: take("price_list", reads.price_list),
    product_type,
    product_action: take("product_action", reads.product_action),
    product_class: product_type === undefined ? null : take("product_class", readClass(product_type === "domain")),
    period: take("period", reads.period),
    price: take("price", reads.price),
    currency: take("currency", reads.currency),
    valid_from: take("valid_from", readStart(now))
  }
  return isComplete(line) ? Result.succeed(line) : Result.fail(problems)
}

const isComplete = (line: { readonly [K in keyof PriceLine]: PriceLine[K] | undefined }): line is PriceLine =>
  Object.values(line).every((value) => value !== undefined)

/** The row of a line, which `readPriceRow` reads as the same line. */
export const priceRowOf = ({ period, price, product_class, valid_from, ...line }: PriceLine): PriceRow => {
  const start = Instant.format(valid_from)
  return {
    ...line,
    product_class: product_class ?? "",
    period: period === null ? "" : `${period.value}${period.unit}`,
    price: price === null ? "" : Money.toDecimal(price),
    valid_from: isMidnight(start) ? start.slice(0, 10) : start
  }
}

/** Text that is the same for lines that replace each other. */
export const lineIdentity = (line: PriceLine): string => {
  const { price: _, ...key } = priceRowOf(line)
  return Object.values(key).join("\0")
}
