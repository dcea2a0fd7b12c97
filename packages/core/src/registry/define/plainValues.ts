import { type Brand, DateTime, type Duration, Option, Predicate, Result } from "effect"
import { Money } from "../../shared/index.ts"

/** An amount as drivers without Effect write it: decimal text, or integer minor units. */
export interface PlainMoney {
  readonly amount: string | number
  readonly currency: Money.Currency
}

/** A value without types of Effect: instants are `Date` or ISO text, `null` replaces none, amounts are decimal text. */
export type PlainOf<T> = T extends DateTime.DateTime ? string | Date
  : T extends Duration.Duration ? Duration.Input
  : T extends Option.Option<infer A> ? PlainOf<A> | null
  : T extends Money.Money ? PlainMoney
  : T extends Brand.Brand<string> ? Brand.Brand.Unbranded<T>
  : T extends object ? { readonly [K in keyof T]: PlainOf<T[K]> }
  : T

/** Members whose values are instants have names of this form. */
const isInstantName = (name: string): boolean => name.endsWith("_on") || name === "date"

/** Members with keys that registries choose. */
const isOpaque = (name: string): boolean => name === "attributes"

const isMoney = (value: object): value is PlainMoney =>
  Object.keys(value).length === 2 && "amount" in value && "currency" in value

/** Writes a value of core without types of Effect. */
export const toPlain = (value: unknown): unknown => {
  if (DateTime.isDateTime(value)) return DateTime.formatIso(value)
  if (Option.isOption(value)) return Option.isSome(value) ? toPlain(value.value) : null
  if (Array.isArray(value)) return value.map(toPlain)
  if (!Predicate.isObject(value)) return value
  if (isMoney(value)) return { amount: Money.toDecimal(Number(value.amount)), currency: value.currency }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toPlain(member)]))
}

/** Reads a plain value. Fails with the path of a member that is no instant or amount. */
export const fromPlain = (value: unknown, path: string = ""): Result.Result<unknown, string> => {
  try {
    return Result.succeed(read(value, path))
  } catch (error) {
    if (error instanceof Unreadable) return Result.fail(error.message)
    throw error
  }
}

class Unreadable extends Error {}

const read = (value: unknown, path: string): unknown => {
  const name = path.slice(path.lastIndexOf(".") + 1)
  if (Predicate.isDate(value) || Predicate.isString(value) && isInstantName(name)) return readInstant(value, path)
  if (Array.isArray(value)) return value.map((item: unknown, index) => read(item, `${path}[${index}]`))
  if (!Predicate.isObject(value) || isOpaque(name) || DateTime.isDateTime(value)) return value
  if (isMoney(value)) return { amount: readAmount(value.amount, path), currency: value.currency }
  const inner = path === "" ? "" : `${path}.`
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, read(member, `${inner}${key}`)]))
}

const readInstant = (value: string | Date, path: string): DateTime.Utc =>
  Option.match(DateTime.make(value), {
    onNone: () => {
      throw new Unreadable(`${path} is not an instant: ${String(value)}`)
    },
    onSome: (instant) => DateTime.startOf(DateTime.toUtc(instant), "second")
  })

const readAmount = (amount: unknown, path: string): Money.MinorUnits => {
  const minor = Predicate.isString(amount)
    ? Money.fromDecimal(amount)
    : Number.isSafeInteger(amount)
    ? Money.MinorUnits.make(Number(amount))
    : undefined
  if (minor === undefined) throw new Unreadable(`${path}.amount is not an amount: ${String(amount)}`)
  return minor
}
