import { JsonSchema, Schema, SchemaAST } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"

/** JSON Schemas by the name of a parameter. */
export type ParameterSchemas = ReadonlyMap<string, JsonSchema.JsonSchema>

/** Schemas of the parameters of an endpoint, with the definitions that they refer to. */
export interface EndpointParameters {
  readonly path: ParameterSchemas
  readonly query: ParameterSchemas
  readonly header: ParameterSchemas
  readonly definitions: Readonly<Record<string, JsonSchema.JsonSchema>>
}

/**
 * Schemas of parameters by their decoded types: integers with bounds, booleans, lists. Their wire schemas would all be
 * strings.
 */
export const parameterSchemas = ({ headers, params, query }: HttpApiEndpoint.Top): EndpointParameters => {
  const definitions: Record<string, JsonSchema.JsonSchema> = {}
  return {
    path: propertySchemas(params, definitions),
    query: propertySchemas(query, definitions),
    header: propertySchemas(headers, definitions),
    definitions
  }
}

const propertySchemas = (
  schema: Schema.Top | undefined,
  definitions: Record<string, JsonSchema.JsonSchema>
): ParameterSchemas => {
  const decoded = schema === undefined ? undefined : SchemaAST.toType(schema.ast)
  if (decoded === undefined || !SchemaAST.isObjects(decoded)) return new Map()
  return new Map(decoded.propertySignatures.map(({ name, type }) => {
    const present = Schema.make<Schema.Top>(withoutUndefined(type))
    const standard = Schema.resolveAnnotations(present)?.default
    // The default belongs to the parameter, not to its shared type.
    const { definitions: defined, schema: plain } = Schema.toJsonSchemaDocument(
      present.annotate({ default: undefined })
    )
    const document = JsonSchema.toMultiDocumentOpenApi3_1({
      dialect: "draft-2020-12",
      schemas: [plain],
      definitions: defined
    })
    Object.assign(definitions, document.definitions)
    return [String(name), standard === undefined ? document.schemas[0] : { ...document.schemas[0], default: standard }]
  }))
}

/** Removes `undefined` from a type: an absent parameter is omitted. */
const withoutUndefined = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (!SchemaAST.isUnion(ast)) return ast
  const members = ast.types.filter((type) => !SchemaAST.isUndefined(type))
  return members.length === 1 && members[0] !== undefined ? members[0] : ast
}
