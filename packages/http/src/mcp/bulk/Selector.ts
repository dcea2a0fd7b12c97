import { type Actor, type InputIssue, inputIssue, inputIssues, OrganizationId } from "@namewright/core/shared"
import { TagId } from "@namewright/core/tags"
import { Predicate, Record, Result, Schema, Struct } from "effect"
import { domainParameters } from "../../domains/DomainParameters.ts"
import type { Json } from "../Tool.ts"

/** Selection of the domains of a bulk change. */
export interface Selector {
  /** Filters of `GET /v1/domains`. Without filters the entire portfolio is selected. */
  readonly query: Readonly<Record<string, ReadonlyArray<string>>>
  /** Organization of the domains; null if the filters do not name one. */
  readonly organization_id: OrganizationId | null
}

/** Reasons why filters are invalid. */
export interface SelectorProblem {
  readonly issues: ReadonlyArray<InputIssue>
  /** Texts that were filters instead of ids of tags. */
  readonly labels: ReadonlyArray<string>
}

const filters = Struct.omit(domainParameters, ["page", "page_size", "sort_by", "sort_order", "include"])

/** Names of the filters. */
export const filterNames: ReadonlyArray<string> = Object.keys(filters)

type Decoded = Result.Result<unknown, Schema.SchemaError>

/** Decoders of the filters, which decode like the router. */
const decoders: Readonly<Record<string, (query: unknown) => Decoded>> = Record.map(
  filters,
  (filter: Schema.Codec<unknown, unknown>, name) => {
    const decode = Schema.decodeUnknownResult(Schema.toCodecArrayFromSingle(Schema.Struct({ [name]: filter })))
    return (query) => Result.map(decode(query, { errors: "all", reportInput: true }), (decoded) => decoded[name])
  }
)

/**
 * Reads filters from JSON: a value or a list of values each. Unknown names, null and empty lists are refused: they
 * would restrict nothing, and a change for a few domains would become a change for all.
 */
export const readSelector = (selection: Json): Result.Result<Selector, SelectorProblem> => {
  const issues: Array<InputIssue> = []
  const query: Record<string, ReadonlyArray<string>> = {}
  const labels: Array<string> = []
  for (const [name, value] of Object.entries(selection)) {
    const texts = textsOf(value)
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
    if (decode === undefined) {
      issues.push(
        filterIssue(name, "extra_forbidden", `Unknown filter. Filters: ${filterNames.join(", ")}`, value)
      )
    } else if (texts === undefined) {
      issues.push(filterIssue(name, "value_error", "Expected a text, a number, true, false, or a list of them", value))
    } else {
      const found = name === "tag_ids" ? labelsAmong(texts) : []
      labels.push(...found)
      issues.push(...found.length > 0 ? [] : filterIssues(name, value, decode({ [name]: oneOrAll(texts) })))
      query[name] = texts
    }
  }
  const [organization_id] = query["organization_id"] ?? []
  return issues.length > 0 || labels.length > 0
    ? Result.fail({ issues, labels })
    : Result.succeed({
      query,
      organization_id: organization_id === undefined ? null : OrganizationId.make(organization_id)
    })
}

/** Suborganization of the selected domains; null if they belong to the caller's own organization. */
export const suborganizationOf = ({ organization_id }: Selector, actor: Actor): OrganizationId | null =>
  organization_id === actor.organization_id ? null : organization_id

const filterIssue = (name: string, type: string, msg: string, value: unknown) =>
  inputIssue(["selector", name], type, msg, value)

const filterIssues = (name: string, value: unknown, decoded: Decoded): ReadonlyArray<InputIssue> =>
  Result.isFailure(decoded)
    ? inputIssues(decoded.failure.issue, "query").map((issue) => ({
      ...issue,
      loc: ["selector", ...issue.loc.slice(1)]
    }))
    : isEmpty(decoded.success)
    ? [filterIssue(name, "too_short", "The filter is empty; omit it to select without it", value)]
    : []

const isEmpty = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0)

const isTagId = Schema.is(TagId)

const labelsAmong = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => text.split(",")).map((text) => text.trim()).filter((text) => text !== "" && !isTagId(text))

const textsOf = (value: unknown): ReadonlyArray<string> | undefined => {
  if (!Array.isArray(value)) return isPlain(value) ? [String(value)] : undefined
  return value.every(isPlain) ? value.map(String) : undefined
}

const isPlain = (value: unknown): value is string | number | boolean =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)

/** A parameter that is sent once is a string, as in the router. */
const oneOrAll = (texts: ReadonlyArray<string>): string | ReadonlyArray<string> => {
  const [first] = texts
  return first !== undefined && texts.length === 1 ? first : texts
}
