import { Predicate } from "effect"
import { definitionReference, type Json, mapSubschemas } from "../platform/openapi/mapSubschemas.ts"

/** Keywords of rules that are omitted; an agent learns them from a refusal. */
const omittedKeywords: ReadonlySet<string> = new Set(["maxLength", "minLength", "maxItems", "minItems", "pattern"])

/** Maximum levels of resolved references, because schemas may be recursive. */
const maximumDepth = 12

/** A shorter JSON Schema: references are resolved, bounds of lengths and the default for unknown members are removed. */
export const conciseSchema = (schema: unknown, $defs: Json, depth = 0): unknown => {
  if (!Predicate.isObject(schema) || Array.isArray(schema)) return schema
  if (depth > maximumDepth) return {}
  const { $ref, allOf, ...own } = schema
  const parts: ReadonlyArray<unknown> = [
    ...(Predicate.isString($ref) ? [$defs[$ref.slice(definitionReference.length)]] : []),
    ...(Array.isArray(allOf) ? allOf : []),
    own
  ]
  const merged = Object.entries(Object.assign({}, ...parts.filter(Predicate.isObject)))
  const concise = Object.fromEntries(merged.filter(([key, value]) => !isOmitted(key, value)))
  return withoutRepetition(mapSubschemas(concise, (subschema) => conciseSchema(subschema, $defs, depth + 1)))
}

const isOmitted = (key: string, value: unknown): boolean =>
  omittedKeywords.has(key)
  || (key === "format" && value === "typeid")
  || (key === "additionalProperties" && value === true)
  || ((key === "maximum" || key === "minimum") && Predicate.isNumber(value) && Math.abs(value) >= 1_000_000)

/** Merges alternatives that are equal without their bounds. */
const withoutRepetition = ({ anyOf, ...schema }: Json): unknown => {
  if (!Array.isArray(anyOf)) return schema
  const different = new Map(anyOf.map((one) => [JSON.stringify(one), one]))
  const [only] = different.values()
  return different.size === 1 ? { ...only, ...schema } : { ...schema, anyOf: [...different.values()] }
}
