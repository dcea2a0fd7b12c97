import { Predicate, Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { parameterSchemas } from "../platform/openapi/parameterSchemas.ts"
import { tidySchema } from "../platform/openapi/tidySchema.ts"
import type { Operation } from "./OperationCatalog.ts"
import type { Json } from "./Tool.ts"

/** JSON Schemas of what an operation takes, made of the schemas that its requests are decoded with. */
export interface OperationSchemas {
  /** One schema a parameter. */
  readonly pathParams: Json
  readonly query: Json
  /** Undefined where the operation takes no body. */
  readonly body: unknown
  /** What the others refer to, as `#/$defs/<name>`. */
  readonly $defs: Json
}

const known = new Map<string, OperationSchemas>()

export const operationSchemas = ({ endpoint, operationId }: Operation): OperationSchemas => {
  const made = known.get(operationId) ?? schemasOf(endpoint)
  known.set(operationId, made)
  return made
}

const schemasOf = (endpoint: HttpApiEndpoint.Top): OperationSchemas => {
  const { definitions, path, query } = parameterSchemas(endpoint)
  const body = bodySchema(endpoint)
  return {
    pathParams: localReferences(Object.fromEntries(path)),
    query: localReferences(Object.fromEntries(query)),
    body: body?.schema,
    $defs: { ...localReferences(definitions), ...body?.definitions }
  }
}

/** Parameters refer to the components of an OpenAPI document; here they stand in a schema of their own. */
const localReferences = <A>(value: A): A =>
  JSON.parse(JSON.stringify(tidySchema(value)).replaceAll("\"#/components/schemas/", "\"#/$defs/"))

const bodySchema = ({ payload }: HttpApiEndpoint.Top) => {
  const schemas = payload.get("application/json")?.schemas
  if (schemas === undefined) return undefined
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Union(schemas as ReadonlyArray<Schema.Top>))
  return { schema: tidySchema(schema), definitions: tidySchema(definitions) as Json }
}

/** The definitions that a value refers to, and those that they refer to in turn. */
export const usedDefinitions = (value: unknown, $defs: Json): Json => {
  const used: Record<string, unknown> = {}
  const walk = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (name in used || !(name in $defs)) continue
      used[name] = $defs[name]
      walk(JSON.stringify($defs[name]))
    }
  }
  walk(JSON.stringify(value) ?? "")
  return used
}

/** Members that say how long something may be; an agent is told when it is not so. */
const bounds: ReadonlySet<string> = new Set(["maxLength", "minLength", "maxItems", "pattern", "maximum", "minimum"])

/** Levels to which references are followed, so that one that leads to itself ends. */
const maximumDepth = 12

/** A schema in as few words as possible: what it refers to stands in its place, and nothing is bounded. */
export const conciseSchema = (value: unknown, $defs: Json, depth = 0): unknown => {
  if (Array.isArray(value)) return value.map((item) => conciseSchema(item, $defs, depth + 1))
  if (!Predicate.isObject(value)) return value
  if (depth > maximumDepth) return {}
  const { $ref, allOf, ...own } = value
  const name = Predicate.isString($ref) ? $ref.slice("#/$defs/".length) : undefined
  const parts: ReadonlyArray<unknown> = [
    ...(name === undefined ? [] : [$defs[name]]),
    ...(Array.isArray(allOf) ? allOf : []),
    own
  ]
  const merged: Record<string, unknown> = Object.assign({}, ...parts.filter(Predicate.isObject))
  const concise = Object.fromEntries(
    Object.entries(merged)
      .filter(([key, member]) => !bounds.has(key) && !(key === "format" && member === "typeid"))
      .map((
        [key, member]
      ) => [key, key === "enum" || key === "default" ? member : conciseSchema(member, $defs, depth + 1)])
  )
  return withoutRepetition(concise)
}

/** Alternatives that say the same once their bounds are gone are one. */
const withoutRepetition = ({ anyOf, ...schema }: Readonly<Record<string, unknown>>): unknown => {
  if (!Array.isArray(anyOf)) return schema
  const different = new Map(anyOf.map((one) => [JSON.stringify(one), one]))
  const [only] = different.values()
  return different.size === 1 ? { ...only, ...schema } : { ...schema, anyOf: [...different.values()] }
}
