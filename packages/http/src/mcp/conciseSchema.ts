import { Predicate } from "effect"

type Json = Readonly<Record<string, unknown>>

/** What an agent is told when it is not so, or what goes without saying. */
const unsaid: ReadonlySet<string> = new Set(["maxLength", "minLength", "maxItems", "minItems", "pattern"])

/** Members that hold no schemas. */
const plain: ReadonlySet<string> = new Set(["enum", "default", "const", "examples", "required"])

/** Levels to which references are followed, so that one that leads to itself ends. */
const maximumDepth = 12

/**
 * A JSON Schema in as few words as possible: what it refers to stands in its place, the lengths of texts and lists are
 * left out, and unknown members are not mentioned.
 */
export const conciseSchema = (schema: unknown, $defs: Json, depth = 0): unknown => {
  if (!Predicate.isObject(schema) || Array.isArray(schema)) return schema
  if (depth > maximumDepth) return {}
  const { $ref, allOf, ...own } = schema
  const name = Predicate.isString($ref) ? $ref.slice("#/$defs/".length) : undefined
  const parts: ReadonlyArray<unknown> = [
    ...(name === undefined ? [] : [$defs[name]]),
    ...(Array.isArray(allOf) ? allOf : []),
    own
  ]
  const merged: Json = Object.assign({}, ...parts.filter(Predicate.isObject))
  const inner = (value: unknown) => conciseSchema(value, $defs, depth + 1)
  const concise = Object.entries(merged).filter(([key, value]) => !isUnsaid(key, value)).map(([key, value]) => [
    key,
    plain.has(key)
      ? value
      : key === "properties"
      ? conciseProperties(value, inner)
      : Array.isArray(value)
      ? value.map(inner)
      : inner(value)
  ])
  return withoutRepetition(Object.fromEntries(concise))
}

const conciseProperties = (properties: unknown, inner: (value: unknown) => unknown): unknown =>
  Predicate.isObject(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, inner(value)]))
    : properties

const isUnsaid = (key: string, value: unknown): boolean =>
  unsaid.has(key)
  || (key === "format" && value === "typeid")
  || (key === "additionalProperties" && value === true)
  || ((key === "maximum" || key === "minimum") && Predicate.isNumber(value) && Math.abs(value) >= 1_000_000)

/** Alternatives that say the same once their bounds are gone are one. */
const withoutRepetition = ({ anyOf, ...schema }: Json): unknown => {
  if (!Array.isArray(anyOf)) return schema
  const different = new Map(anyOf.map((one) => [JSON.stringify(one), one]))
  const [only] = different.values()
  return different.size === 1 ? { ...only, ...schema } : { ...schema, anyOf: [...different.values()] }
}
