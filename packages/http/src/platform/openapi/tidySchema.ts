import { Predicate } from "effect"

type Json = Readonly<Record<string, unknown>>

/**
 * Makes a schema say what a reader and a generated client need, and no more: unknown members are never an error, the
 * bounds of exact integers go without saying, and a lone `allOf` is part of its parent.
 */
export const tidySchema = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidySchema)
  if (!Predicate.isObject(value)) return value
  const tidied = Object.fromEntries(
    Object.entries(value).filter(([key, member]) => !isNoise(value, key, member)).map(([key, member]) => [
      key,
      key === "example" || key === "default" || key === "enum" ? member : tidySchema(member)
    ])
  )
  return flattened(tidied)
}

const isNoise = (schema: Json, key: string, member: unknown): boolean =>
  (key === "additionalProperties" && member === false && "properties" in schema)
  || (key === "minimum" && member === Number.MIN_SAFE_INTEGER)
  || (key === "maximum" && member === Number.MAX_SAFE_INTEGER)

/** Merges the parts of `allOf` that only add what their parent does not say. */
const flattened = (schema: Json): Json => {
  const { allOf, ...own } = schema
  if (!Array.isArray(allOf)) return schema
  const merged: Record<string, unknown> = { ...own }
  const kept: Array<unknown> = []
  for (const part of allOf) {
    const fits = Predicate.isObject(part) && !("$ref" in part) && Object.keys(part).every((key) => !(key in merged))
    if (fits) Object.assign(merged, part)
    else kept.push(part)
  }
  return kept.length === 0 ? merged : { ...merged, allOf: kept }
}
