import { Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { definitionReference, mapReferences, referencesIn } from "../platform/openapi/mapSubschemas.ts"
import { parameterSchemas } from "../platform/openapi/parameterSchemas.ts"
import { tidySchema } from "../platform/openapi/tidySchema.ts"
import type { Operation } from "../platform/OperationCatalog.ts"
import type { Json } from "./Tool.ts"

/** JSON Schemas of an operation's input, generated from the schemas that decode its requests. */
export interface OperationSchemas {
  /** One schema per parameter. */
  readonly pathParams: Json
  readonly query: Json
  /** Undefined if the operation has no body. */
  readonly body: unknown
  /** Definitions that the others refer to, as `#/$defs/<name>`. */
  readonly $defs: Json
}

const cache = new Map<string, OperationSchemas>()

export const operationSchemas = ({ endpoint, operationId }: Operation): OperationSchemas => {
  const schemas = cache.get(operationId) ?? schemasOf(endpoint)
  cache.set(operationId, schemas)
  return schemas
}

const schemasOf = (endpoint: HttpApiEndpoint.Top): OperationSchemas => {
  const { definitions, path, query } = parameterSchemas(endpoint)
  const body = bodySchema(endpoint)
  return {
    pathParams: localSchemas(path),
    query: localSchemas(query),
    body: body?.schema,
    $defs: { ...localSchemas(Object.entries(definitions)), ...body?.definitions }
  }
}

/** Schemas whose references to components of an OpenAPI document are replaced by references to definitions. */
const localSchemas = (schemas: Iterable<readonly [string, unknown]>): Json =>
  Object.fromEntries(Array.from(schemas, ([name, schema]) => [
    name,
    mapReferences(tidySchema(schema), (target) => target.replace("#/components/schemas/", definitionReference))
  ]))

const bodySchema = ({ payload }: HttpApiEndpoint.Top) => {
  const schemas = payload.get("application/json")?.schemas
  if (schemas === undefined) return undefined
  const { definitions, schema } = Schema.toJsonSchemaDocument(Schema.Union(schemas as ReadonlyArray<Schema.Top>))
  const tidied = Object.entries(definitions).map(([name, definition]) => [name, tidySchema(definition)])
  return { schema: tidySchema(schema), definitions: Object.fromEntries(tidied) as Json }
}

/** Definitions that a value refers to, directly or through others. */
export interface UsedDefinitions {
  readonly $defs: Json
  /** Names of omitted definitions; definitions that only these refer to are not listed. */
  readonly left: ReadonlyArray<string>
}

/** Definitions that a value refers to, level by level, until value and definitions have `maximum` characters. */
export const usedDefinitions = (value: unknown, all: Json, maximum: number): UsedDefinitions => {
  const $defs: Record<string, unknown> = {}
  let size = lengthOf(value)
  for (let names = referredIn(value, all); names.length > 0;) {
    const level: Json = Object.fromEntries(names.map((name) => [name, all[name]]))
    size += lengthOf(level)
    if (size > maximum) return { $defs, left: names }
    Object.assign($defs, level)
    names = referredIn(Object.values(level), all).filter((name) => !Object.hasOwn($defs, name))
  }
  return { $defs, left: [] }
}

const lengthOf = (value: unknown): number => (JSON.stringify(value) ?? "").length

const referredIn = (value: unknown, all: Json): ReadonlyArray<string> =>
  Array.from(referencesIn(value), (target) => target.slice(definitionReference.length))
    .filter((name) => Object.hasOwn(all, name))
