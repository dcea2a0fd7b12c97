import { Predicate } from "effect"
import { type Json, mapSchemas } from "./mapSubschemas.ts"

/**
 * Removes what readers and generated clients do not need: unknown members are never an error, the bounds of exact
 * integers are implied, and a single `allOf` is merged into its parent.
 */
export const tidySchema = (value: unknown): unknown =>
  mapSchemas(
    value,
    (schema) =>
      flattened(Object.fromEntries(Object.entries(schema).filter(([key, member]) => !isNoise(schema, key, member))))
  )

const isNoise = (schema: Json, key: string, member: unknown): boolean =>
  (key === "additionalProperties" && member === false && "properties" in schema)
  || (key === "minimum" && member === Number.MIN_SAFE_INTEGER)
  || (key === "maximum" && member === Number.MAX_SAFE_INTEGER)

/** Merges those parts of `allOf` that share no keyword with the parent. */
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
