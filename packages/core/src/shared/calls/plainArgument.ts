import { Predicate } from "effect"
import { type InputIssue, inputIssue } from "../InvalidInput.ts"

type Loc = InputIssue["loc"]

/** Levels of lists and objects in an argument, as in the body of a REST request. */
const maximumNesting = 64

/** Lists and objects in an argument. A batch of 10,000 commands has a tenth of them. */
const maximumContainers = 1_000_000

/** An argument in the form that it would have in JSON, and the values that JSON does not have. */
export interface PlainArgument {
  readonly value: unknown
  readonly issues: ReadonlyArray<InputIssue>
}

/**
 * Copies an argument as JSON would: dates become ISO text, and members that are undefined are absent. Functions, symbols,
 * large integers, numbers that are not finite, text that no database stores, and cycles are problems.
 */
export const plainArgument = (given: unknown, loc: Loc): PlainArgument => {
  const issues: Array<InputIssue> = []
  const refuse = (at: Loc, type: string, msg: string) => void issues.push(inputIssue(at, type, msg, null))

  const copied = (value: unknown, at: Loc): unknown => {
    switch (typeof value) {
      case "string":
        if (!isText(value)) refuse(at, "string_unicode", "Expected text without unpaired surrogates and zero bytes")
        return value
      case "number":
        if (!Number.isFinite(value)) refuse(at, "finite_number", "Expected a finite number")
        return value
      case "bigint":
      case "function":
      case "symbol":
        refuse(at, "json_invalid", `Expected a JSON value, not a ${typeof value}`)
        return null
      case "object":
        return value === null ? null : copiedObject(value, at)
      default:
        return value
    }
  }

  const ancestors = new Set<object>()
  let containers = 0

  const copiedObject = (value: object, at: Loc): unknown => {
    if (ancestors.has(value)) return refuse(at, "json_invalid", "Expected a value without cycles")
    if (++containers > maximumContainers) throw new RangeError("Too many lists and objects")
    ancestors.add(value)
    const copy = copiedMembers(value, at)
    ancestors.delete(value)
    return copy
  }

  const copiedMembers = (value: object, at: Loc): unknown => {
    if (at.length - loc.length >= maximumNesting) {
      return refuse(at, "json_invalid", `Expected at most ${maximumNesting} levels of lists and objects`)
    }
    if (Predicate.isDate(value)) {
      if (!Number.isNaN(value.getTime())) return value.toISOString()
      return refuse(at, "datetime_parsing", "Expected a valid date")
    }
    if (Array.isArray(value)) return Array.from(value, (item, index) => copied(item, [...at, index]))
    if (Predicate.isIterable(value) || ArrayBuffer.isView(value)) {
      return refuse(at, "json_invalid", "Expected a JSON value")
    }
    const members = Object.entries(value).flatMap(([name, member]) => {
      const memberLoc = [...at, name.toWellFormed()]
      if (!isText(name)) {
        refuse(memberLoc, "string_unicode", "Expected a name without unpaired surrogates and zero bytes")
      }
      return member === undefined ? [] : [[name, copied(member, memberLoc)] as const]
    })
    return Object.fromEntries(members)
  }

  try {
    return { value: copied(given, loc), issues }
  } catch {
    return { value: null, issues: [inputIssue(loc, "json_invalid", "The argument cannot be read", null)] }
  }
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")
