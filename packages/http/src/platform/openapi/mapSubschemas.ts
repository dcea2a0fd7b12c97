import { Predicate } from "effect"

export type Json = Readonly<Record<string, unknown>>

/** Prefix of references to definitions of the same schema. */
export const definitionReference = "#/$defs/"

/** Keywords with data as values, not schemas. */
const literals: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"])

/** Keywords whose member names are chosen by the author of the schema. */
const named: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "schemas"])

/** Replaces each direct subschema. Other parts of a document, such as operations, are mapped in the same way. */
export const mapSubschemas = (schema: Json, change: (subschema: Json) => unknown): Json =>
  mapMembers(schema, (value, key) => {
    if (literals.has(key)) return value
    return named.has(key) && isJson(value)
      ? mapMembers(value, (member) => mapped(member, change))
      : mapped(value, change)
  })

/** Replaces every schema in a value, subschemas first. */
export const mapSchemas = (value: unknown, change: (schema: Json) => Json): unknown =>
  mapped(value, (schema) => change(mapSubschemas(schema, (subschema) => mapSchemas(subschema, change))))

/** Replaces the target of every `$ref` in a value. */
export const mapReferences = (value: unknown, change: (target: string) => string): unknown =>
  mapSchemas(
    value,
    (schema) => Predicate.isString(schema["$ref"]) ? { ...schema, $ref: change(schema["$ref"]) } : schema
  )

/** Targets of the `$ref`s in a value, in their order. */
export const referencesIn = (value: unknown): ReadonlySet<string> => {
  const found = new Set<string>()
  mapReferences(value, (target) => {
    found.add(target)
    return target
  })
  return found
}

const isJson = (value: unknown): value is Json => Predicate.isObject(value) && !Array.isArray(value)

const mapMembers = (object: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

const mapped = (value: unknown, change: (schema: Json) => unknown): unknown =>
  Array.isArray(value) ? value.map((item) => mapped(item, change)) : isJson(value) ? change(value) : value
