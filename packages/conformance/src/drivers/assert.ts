import { AssertionError, deepStrictEqual as nodeDeepStrictEqual } from "node:assert"
import { inspect, isDeepStrictEqual } from "node:util"

/** Assertions of the contracts of drivers, which run under any test runner. */

const failing = (message: string | undefined, text: string, actual?: unknown, expectedValue?: unknown): never => {
  throw new AssertionError({ message: message ?? text, actual, expected: expectedValue, operator: "contract" })
}

/** Throws if the condition does not hold. */
const holds = (condition: boolean, message: string | undefined, text: () => string): void => {
  if (!condition) failing(message, text())
}

export const fail = (message: string): never => failing(message, message)

export const isTrue = (value: unknown, message?: string): void =>
  holds(value === true, message, () => `expected true, got ${inspect(value)}`)

export const isFalse = (value: unknown, message?: string): void =>
  holds(value === false, message, () => `expected false, got ${inspect(value)}`)

export const isNull = (value: unknown, message?: string): void =>
  holds(value === null, message, () => `expected null, got ${inspect(value)}`)

export function isNotNull<T>(value: T, message?: string): asserts value is Exclude<T, null> {
  if (value === null) failing(message, "expected a value, got null")
}

export function isDefined<T>(value: T, message?: string): asserts value is Exclude<T, undefined> {
  if (value === undefined) failing(message, "expected a value, got undefined")
}

export const strictEqual = <T>(actual: T, expected: T, message?: string): void => {
  if (!Object.is(actual, expected)) {
    failing(message, `expected ${inspect(expected)}, got ${inspect(actual)}`, actual, expected)
  }
}

export const notStrictEqual = (actual: unknown, unwanted: unknown, message?: string): void =>
  holds(!Object.is(actual, unwanted), message, () => `expected another value than ${inspect(unwanted)}`)

export const deepStrictEqual = <T>(actual: T, expected: T, message?: string): void =>
  nodeDeepStrictEqual(actual, expected, message)

export const match = (text: string, pattern: RegExp, message?: string): void =>
  holds(pattern.test(text), message, () => `expected ${inspect(text)} to match ${String(pattern)}`)

const without = (list: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const left = [...others]
  return list.filter((item) => {
    const index = left.findIndex((other) => isDeepStrictEqual(item, other))
    if (index === -1) return true
    left.splice(index, 1)
    return false
  })
}

/** Same members in any order, by deep equality. */
export const sameMembers = <T>(actual: ReadonlyArray<T>, expected: ReadonlyArray<T>, message?: string): void => {
  if (without(actual, expected).length > 0 || without(expected, actual).length > 0) {
    failing(message, `expected the members ${inspect(expected)}, got ${inspect(actual)}`, actual, expected)
  }
}

/** Every wanted member is in the list, by deep equality. */
export const includeMembers = <T>(actual: ReadonlyArray<T>, wanted: ReadonlyArray<T>, message?: string): void =>
  holds(
    without(wanted, actual).length === 0,
    message,
    () => `expected ${inspect(actual)} to include ${inspect(wanted)}`
  )

/** No unwanted member is in the list. */
export const notIncludeMembers = <T>(actual: ReadonlyArray<T>, unwanted: ReadonlyArray<T>, message?: string): void =>
  holds(
    unwanted.every((item) => !actual.includes(item)),
    message,
    () => `expected ${inspect(actual)} to include none of ${inspect(unwanted)}`
  )

export const include = <T>(actual: ReadonlyArray<T>, wanted: T, message?: string): void =>
  includeMembers(actual, [wanted], message)

export const notInclude = <T>(actual: ReadonlyArray<T>, unwanted: T, message?: string): void =>
  notIncludeMembers(actual, [unwanted], message)
