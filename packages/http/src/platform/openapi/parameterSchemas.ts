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
 * Parameters travel as text, and a document made of their text would call every one a string. These are the schemas of
 * the type of the text: integers with their bounds, booleans, lists.
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
  const meant = schema === undefined ? undefined : SchemaAST.toType(schema.ast)
  if (meant === undefined || !SchemaAST.isObjects(meant)) return new Map()
  return new Map(meant.propertySignatures.map(({ name, type }) => {
    const present = Schema.make<Schema.Top>(withoutUndefined(type))
    const standard = Schema.resolveAnnotations(present)?.default
    // The default is the parameter's own, not that of every use of the type.
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

/** An absent parameter is left out; it is never `undefined`. */
const withoutUndefined = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (!SchemaAST.isUnion(ast)) return ast
  const members = ast.types.filter((type) => !SchemaAST.isUndefined(type))
  return members.length === 1 && members[0] !== undefined ? members[0] : ast
}
