import type { InputIssue } from "@namewright/core/shared"
import { Effect, type SchemaAST, SchemaIssue } from "effect"
import { type HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { problems, validationProblem } from "./Problem.ts"

/** Turns a request that its schema refuses into a 422 that names every problem. */
export class RequestValidation extends HttpApiMiddleware.Service<RequestValidation>()(
  "@namewright/http/shared/RequestValidation",
  { error: problems.invalid }
) {}

export const layer = HttpApiMiddleware.layerSchemaErrorTransform(
  RequestValidation,
  (error) =>
    error.kind === "Body" || error.kind === "ResponseHeaders"
      ? Effect.die(error.cause)
      : Effect.fail(validationProblem(inputIssues(error)))
)

const places: Record<HttpApiError.HttpApiSchemaError["kind"], string> = {
  Params: "path",
  Headers: "header",
  Query: "query",
  Payload: "body",
  Body: "body",
  ResponseHeaders: "header"
}

/** Every problem that a schema found in one part of a request, with its place and its slug. */
export const inputIssues = (error: HttpApiError.HttpApiSchemaError): ReadonlyArray<InputIssue> =>
  leaves(error.cause.issue, [places[error.kind]]).map(({ leaf, loc, filter }) => ({
    loc,
    msg: messageOf(filter ?? leaf),
    type: typeOf(leaf, filter),
    input: "input" in leaf ? leaf.input : null
  }))

interface Leaf {
  readonly leaf: SchemaIssue.Issue
  readonly loc: ReadonlyArray<string | number>
  readonly filter: SchemaIssue.Filter | undefined
}

const leaves = (
  issue: SchemaIssue.Issue,
  loc: ReadonlyArray<string | number>,
  filter?: SchemaIssue.Filter
): ReadonlyArray<Leaf> => {
  switch (issue._tag) {
    case "Filter":
      return leaves(issue.issue, loc, filter ?? issue)
    case "Encoding":
      return leaves(issue.issue, loc, filter)
    case "Pointer":
      return leaves(issue.issue, [...loc, ...issue.path.map(segment)], filter)
    case "Composite":
      return issue.issues.flatMap((inner) => leaves(inner, loc, filter))
    case "AnyOf":
      return issue.issues.length === 0
        ? [{ leaf: issue, loc, filter }]
        : issue.issues.flatMap((inner) => leaves(inner, loc, filter))
    default:
      return [{ leaf: issue, loc, filter }]
  }
}

const segment = (key: PropertyKey): string | number => typeof key === "number" ? key : String(key)

const format = SchemaIssue.makeFormatterDefault()
const messageOf = (issue: SchemaIssue.Issue): string => format(issue).split("\n  at ")[0]!

/** The slug of a problem: the check's own, or the one that validators usually give to its kind. */
const typeOf = (leaf: SchemaIssue.Issue, filter: SchemaIssue.Filter | undefined): string => {
  const own = (filter?.filter.annotations ?? ("annotations" in leaf ? leaf.annotations : undefined))?.["issueType"]
  if (typeof own === "string") return own
  switch (leaf._tag) {
    case "MissingKey":
      return "missing"
    case "UnexpectedKey":
      return "extra_forbidden"
    case "AnyOf":
    case "OneOf":
      return "enum"
    case "InvalidType":
      return typeSlugs[leaf.ast._tag] ?? "value_error"
    default:
      return filter === undefined ? "value_error" : checkSlug(filter.filter)
  }
}

const typeSlugs: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  String: "string_type",
  Number: "int_parsing",
  Boolean: "bool_parsing",
  Arrays: "list_type",
  Objects: "dict_type",
  Literal: "literal_error",
  Union: "enum"
}

/** A check says in its JSON Schema fragment what it bounds. */
const checkSlug = (filter: SchemaAST.Filter<unknown>): string => {
  const fragment = filter.annotations?.toJsonSchema
  const bounds = JSON.stringify(typeof fragment === "function" ? fragment({} as never) : fragment) ?? ""
  return boundSlugs.find(([bound]) => bounds.includes(`"${bound}"`))?.[1] ?? "value_error"
}

const boundSlugs = [
  ["minLength", "string_too_short"],
  ["maxLength", "string_too_long"],
  ["pattern", "string_pattern_mismatch"],
  ["minItems", "too_short"],
  ["maxItems", "too_long"],
  ["minimum", "greater_than_equal"],
  ["maximum", "less_than_equal"]
] as const
