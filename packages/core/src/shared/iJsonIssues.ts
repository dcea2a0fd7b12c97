import type { InputIssue } from "./InvalidInput.ts"
import { inputIssue } from "./InvalidInput.ts"

type Loc = InputIssue["loc"]

/** Fast test before a value is traversed: without these substrings `iJsonIssues` finds nothing. */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])|[eE]\+?\d{3}|\d{200}/

/** False if the value of this JSON text has no problem under I-JSON. */
export const mayBreakIJson = (json: string): boolean => suspicious.test(json)

/**
 * Problems of a parsed JSON value under I-JSON (RFC 7493, section 2): unpaired surrogates, and numbers outside of the
 * range of a double. NUL characters are problems as well, because PostgreSQL cannot store them.
 */
export const iJsonIssues = (value: unknown, loc: Loc): ReadonlyArray<InputIssue> => {
  switch (typeof value) {
    case "string":
      return isText(value) ? [] : [badText(loc, value)]
    case "number":
      return Number.isFinite(value)
        ? []
        : [inputIssue(loc, "finite_number", "Expected a number within the range of a double", value)]
    case "object":
      return value === null ? [] : issuesWithin(value, loc)
    default:
      return []
  }
}

const issuesWithin = (value: object, loc: Loc): ReadonlyArray<InputIssue> => {
  const issues: Array<InputIssue> = []
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) issues.push(...iJsonIssues(item, [...loc, index]))
    return issues
  }
  for (const [name, member] of Object.entries(value)) {
    const path = [...loc, name.toWellFormed()]
    if (!isText(name)) issues.push(badText(path, name))
    issues.push(...iJsonIssues(member, path))
  }
  return issues
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

const badText = (loc: Loc, text: string): InputIssue =>
  inputIssue(loc, "string_unicode", "Expected text without unpaired surrogates and zero bytes", text)
