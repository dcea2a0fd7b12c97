import { DomainListInclude, DomainView } from "@namewright/core/domains"
import { limits, Page } from "@namewright/core/shared"
import { Effect, Predicate, Schema } from "effect"
import { domainParameters } from "../../domains/DomainParameters.ts"
import { OperationCalls, withoutCodes } from "../../platform/OperationCalls.ts"
import { operationNamed } from "../../platform/OperationCatalog.ts"
import { conciseSchema } from "../conciseSchema.ts"
import { envelope, envelopeFields } from "../Envelope.ts"
import { operationSchemas } from "../operationSchemas.ts"
import { withinBudget } from "../resultBudget.ts"
import { answer, type Json, tool } from "../Tool.ts"

const { optionalKey } = Schema

const operation = operationNamed("listDomains")

const DomainField = Schema.Literals(
  Object.keys(DomainView.fields) as [keyof typeof DomainView.fields, ...Array<keyof typeof DomainView.fields>]
)

const standardFields = ["name", "domain_id", "expires_on", "renewal_mode", "registry_statuses"] as const

/** Maximum rows of one result; each is a part of a domain. */
const maximumRows = 100

/** Value of a filter, which the list of domains validates. */
export const FilterValue = Schema.Union([
  Schema.String,
  Schema.Number,
  Schema.Boolean,
  Schema.Array(Schema.Union([Schema.String, Schema.Number]))
])

const { include: _, page: _page, page_size: _size, ...filters } = domainParameters

/** Names of the filters and of the sort parameters. */
export const filterNames = Object.keys(filters)

/** Descriptions of the filters. */
const filterProperties = (): Json => {
  const { $defs, query } = operationSchemas(operation)
  return Object.fromEntries(filterNames.map((name) => [name, conciseSchema(query[name], $defs)]))
}

const Input = Schema.Struct({
  ...Object.fromEntries(filterNames.map((name) => [name, optionalKey(FilterValue)])),
  fields: optionalKey(Schema.Array(DomainField).check(Schema.isMinLength(1))).annotate({
    description: `Fields of each domain. Default ${standardFields.join(", ")}`
  }),
  page: optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum }))),
  page_size: optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maximumRows }))),
  from: optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)))
})

const readPage = Schema.decodeUnknownSync(Page(Schema.Record(Schema.String, Schema.Unknown)))

const isInclude = Schema.is(DomainListInclude)

/** `portfolio_query`: domains by filters, with the requested fields only. Source: MCP specification, "Tools". */
export const portfolioQuery = Effect.gen(function*() {
  const operations = yield* OperationCalls
  return tool({
    name: "portfolio_query",
    title: "Portfolio query",
    description:
      "Lists domains by the filters of GET /v1/domains and shows the fields asked for. Dates are RFC 3339; tag_ids are ids, not labels. When `next` is there, call again with it.",
    input: Input,
    properties: filterProperties,
    output: Schema.Struct({
      ...envelopeFields,
      items: optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Unknown))),
      total: optionalKey(Schema.Int),
      page: optionalKey(Schema.Int),
      page_size: optionalKey(Schema.Int)
    }),
    run: Effect.fnUntraced(function*(args) {
      const { fields = standardFields, from = 0, page = 1, page_size = 25, ...filter } = args
      const include = fields.filter(isInclude)
      const query = { ...filter, page, page_size, ...(include.length === 0 ? {} : { include }) }
      const called = operations.call(operation, { query })
      const answered = yield* fields.includes("auth_code") ? called : withoutCodes(called)
      if (answered.httpStatus !== 200) return envelope(operation, answered)
      const { items, total } = readPage(answered.data)
      const rows = items.map((item) => Object.fromEntries(fields.map((field) => [field, item[field] ?? null])))
      const { data, next, truncated } = withinBudget(rows, from)
      const more = next === undefined
        ? page * page_size < total ? { ...args, page: page + 1, page_size, from: undefined } : undefined
        : { ...args, page, page_size, from: next }
      return answer({
        items: data,
        total,
        page,
        page_size,
        truncated,
        ...(more === undefined ? {} : { next: present(more) })
      })
    })
  })
})

const present = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => !Predicate.isUndefined(value)))
