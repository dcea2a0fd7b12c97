import { Predicate, type SchemaAST, SchemaIssue } from "effect"
import type { InputIssue } from "./InvalidInput.ts"
import { checkSlug, expectation, typeSlug, unionSlug } from "./IssueSlugs.ts"
import { maximumIssues } from "./reportedValue.ts"
import { repeatedInput } from "./SecretMembers.ts"

/** Part of a request: the first element of a `loc`. */
export type InputPart = "path" | "header" | "query" | "body"

/**
 * All problems that a schema found in one part of a request, each with its position, slug and input. Source: REST
 * specification, "Errors". The slugs are those of the validators that existing clients know.
 */
export const inputIssues = (issue: SchemaIssue.Issue, part: InputPart): ReadonlyArray<InputIssue> =>
  issuesIn(issue, { loc: [part], filter: undefined, target: undefined, container: undefined }).slice(0, maximumIssues)

interface Position {
  readonly loc: ReadonlyArray<string | number>
  /** The check that failed. */
  readonly filter: SchemaIssue.Filter | undefined
  /** The type that the text should decode to. */
  readonly target: SchemaAST.AST | undefined
  /** The list or object that contains the value. */
  readonly container: unknown
}

const issuesIn = (issue: SchemaIssue.Issue, position: Position): ReadonlyArray<InputIssue> => {
  if (isAbsentBody(issue, position)) return [entry(position, "missing", "A request body is required", null)]
  switch (issue._tag) {
    case "Filter":
      return issuesIn(issue.issue, { ...position, filter: position.filter ?? issue })
    case "Encoding":
      return issuesIn(issue.issue, { ...position, target: issue.ast })
    case "Composite":
      return issue.issues.flatMap((inner) =>
        issuesIn(inner, { ...position, container: containerOf(issue) ?? position.container })
      )
    case "Pointer":
      return isTooShort(issue)
        ? [entry(position, "too_short", "Expected more elements", position.container)]
        : issuesIn(issue.issue, { ...position, loc: [...position.loc, ...issue.path.map(segment)], target: undefined })
    case "AnyOf":
      return closestAlternative(issue, position)
    default:
      return [leaf(issue, position)]
  }
}

/** The list or object that was sent; undefined for a value that fails several checks. */
const containerOf = ({ input }: SchemaIssue.Composite): unknown => Predicate.isObjectOrArray(input) ? input : undefined

/** Only a body can be absent altogether. */
const isAbsentBody = (issue: SchemaIssue.Issue, { loc }: Position): boolean =>
  loc.length === 1 && loc[0] === "body" && SchemaIssue.hasInput(issue) && issue.input === undefined

const segment = (key: PropertyKey): string | number => typeof key === "number" ? key : String(key)

/** A list that must not be empty reports its first element as a missing key. */
const isTooShort = ({ issue, path }: SchemaIssue.Pointer): boolean =>
  issue._tag === "MissingKey" && typeof path.at(-1) === "number"

/** Of several alternatives, the one with the fewest problems is reported. */
const closestAlternative = (issue: SchemaIssue.AnyOf, position: Position): ReadonlyArray<InputIssue> => {
  const [first, ...others] = issue.issues.map((inner) => issuesIn(inner, { ...position, target: undefined }))
  if (first !== undefined) return others.reduce((best, next) => next.length < best.length ? next : best, first)
  const slug = position.target?._tag === "Boolean" ? "bool_parsing" : unionSlug(issue.ast, issue.input)
  return [entry(position, slug, `Expected ${expectation(position.target ?? issue.ast)}`, issue.input)]
}

const leaf = (issue: SchemaIssue.Leaf, position: Position): InputIssue => {
  switch (issue._tag) {
    case "MissingKey":
      return entry(position, "missing", "Field required", null)
    case "UnexpectedKey":
      return entry(position, "extra_forbidden", "Unknown field", issue.input)
    case "OneOf":
      return entry(position, "value_error", "Expected exactly one of several forms", issue.input)
    case "InvalidType":
      return entry(position, typeSlug(issue.ast), `Expected ${expectation(issue.ast)}`, issue.input)
    case "InvalidValue":
    case "Forbidden":
      return position.filter === undefined || issue.annotations !== undefined
        ? customIssue(issue, position)
        : checkIssue(position.filter, position, issue.input)
  }
}

/** Issue of a rule with its own message. The annotation `issueType` can name the slug. */
const customIssue = (issue: SchemaIssue.InvalidValue | SchemaIssue.Forbidden, position: Position): InputIssue => {
  const { expected, issueType, message } = issue.annotations ?? {}
  const msg = message ?? (expected === undefined ? "The value is not accepted" : `Expected ${expected}`)
  const type = issueType ?? position.filter?.filter.annotations?.["issueType"]
  return {
    ...entry(position, Predicate.isString(type) ? type : "value_error", msg, issue.input),
    ...(message === undefined ? {} : { ctx: { message: msg } })
  }
}

/** Issue of a failed check of a schema, with the check's bounds. */
const checkIssue = ({ filter }: SchemaIssue.Filter, position: Position, input: unknown): InputIssue => {
  const { expected, issueType, message, representation } = filter.annotations ?? {}
  const msg = message ??
    `Expected ${
      isNumeral(representation) && position.target ? expectation(position.target) : expected ?? "another value"
    }`
  const type = Predicate.isString(issueType) ? issueType : checkSlug(representation, position.target, input)
  const ctx = message === undefined ? numbersOf(representation?.payload) : { message }
  return { ...entry(position, type, msg, input), ...(ctx === undefined ? {} : { ctx }) }
}

/** The bounds of a check; undefined if it has none. */
const numbersOf = (payload: unknown): Record<string, number> | undefined => {
  if (!Predicate.isObject(payload)) return undefined
  const bounds = Object.entries(payload).filter((bound): bound is [string, number] => Predicate.isNumber(bound[1]))
  return bounds.length === 0 ? undefined : Object.fromEntries(bounds)
}

/** True for the check that a query text is numeric. The expected number describes the problem better. */
const isNumeral = (representation: { readonly id: string } | undefined): boolean =>
  representation?.id === "effect/schema/isStringFinite"

const entry = (position: Position, type: string, msg: string, input: unknown): InputIssue => ({
  loc: position.loc,
  msg,
  type,
  input: repeatedInput(position.loc, sentNumber(position, input)) ?? null
})

/** Replaces a number beyond the range of a double by its text in the query. */
const sentNumber = ({ container, loc }: Position, input: unknown): unknown => {
  if (!Predicate.isNumber(input) || Number.isFinite(input) || !Predicate.isObjectOrArray(container)) return input
  const text: unknown = Reflect.get(container, loc.at(-1) ?? "")
  return Predicate.isString(text) ? text : input
}
