import { type Actor, type InputIssue, inputIssue, inputIssues, OrganizationId } from "@namewright/core/shared"
import { TagId } from "@namewright/core/tags"
import { Predicate, Record, Result, Schema, Struct } from "effect"
import { listParameters } from "../../domains/DomainParameters.ts"
import type { Json } from "../Tool.ts"

/** Which domains a change is for. */
export interface Selector {
  /** The filters of `GET /v1/domains`; none select the whole portfolio. */
  readonly query: Readonly<Record<string, ReadonlyArray<string>>>
  /** The organization whose domains these are; null where it is not named. */
  readonly organization_id: OrganizationId | null
}

/** Why filters select nothing that can be read. */
export interface SelectorProblem {
  readonly issues: ReadonlyArray<InputIssue>
  /** Texts that stand where ids of tags are expected. */
  readonly labels: ReadonlyArray<string>
}

const filters = Struct.omit(listParameters, ["page", "page_size", "sort_by", "sort_order", "include"])

/** The names of the filters. */
export const filterNames: ReadonlyArray<string> = Object.keys(filters)

type Decoded = Result.Result<unknown, Schema.SchemaError>

/** How each filter is read, as the router reads it from a query. */
const decoders: Readonly<Record<string, (query: unknown) => Decoded>> = Record.map(
  filters,
  (filter: Schema.Codec<unknown, unknown>, name) => {
    const decode = Schema.decodeUnknownResult(Schema.toCodecArrayFromSingle(Schema.Struct({ [name]: filter })))
    return (query) => Result.map(decode(query, { errors: "all", reportInput: true }), (decoded) => decoded[name])
  }
)

/**
 * Reads filters as they stand in JSON: a value, or several in a list. Nothing that says nothing is let through, be it
 * an unknown name, null or an empty list: it would not narrow anything, and a change for a few domains would become one
 * for all of them.
 */
export const readSelector = (given: Json): Result.Result<Selector, SelectorProblem> => {
  const issues: Array<InputIssue> = []
  const query: Record<string, ReadonlyArray<string>> = {}
  const labels: Array<string> = []
  for (const [name, value] of Object.entries(given)) {
    const texts = textsOf(value)
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
    if (decode === undefined) {
      issues.push(
        problem(name, "extra_forbidden", `There is no such filter. Filters: ${filterNames.join(", ")}`, value)
      )
    } else if (texts === undefined) {
      issues.push(problem(name, "value_error", "Expected a text, a number, true, false, or a list of them", value))
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

/** The suborganization whose domains a selector is about; null where they are the caller's own. */
export const suborganizationOf = ({ organization_id }: Selector, actor: Actor): OrganizationId | null =>
  organization_id === actor.organization_id ? null : organization_id

const problem = (name: string, type: string, msg: string, value: unknown) =>
  inputIssue(["selector", name], type, msg, value)

const filterIssues = (name: string, value: unknown, decoded: Decoded): ReadonlyArray<InputIssue> =>
  Result.isFailure(decoded)
    ? inputIssues(decoded.failure.issue, "query").map((issue) => ({
      ...issue,
      loc: ["selector", ...issue.loc.slice(1)]
    }))
    : saysNothing(decoded.success)
    ? [problem(name, "too_short", "The filter says nothing; leave it out to select without it", value)]
    : []

const saysNothing = (value: unknown): boolean => value === "" || (Array.isArray(value) && value.length === 0)

const isTagId = Schema.is(TagId)

const labelsAmong = (texts: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.flatMap((text) => text.split(",")).map((text) => text.trim()).filter((text) => text !== "" && !isTagId(text))

const textsOf = (value: unknown): ReadonlyArray<string> | undefined => {
  if (!Array.isArray(value)) return isPlain(value) ? [String(value)] : undefined
  return value.every(isPlain) ? value.map(String) : undefined
}

const isPlain = (value: unknown): value is string | number | boolean =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value)

/** A parameter that is sent once is a text, as the router reads it. */
const oneOrAll = (texts: ReadonlyArray<string>): string | ReadonlyArray<string> => {
  const [first] = texts
  return first !== undefined && texts.length === 1 ? first : texts
}
