import { Schema } from "effect"
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
