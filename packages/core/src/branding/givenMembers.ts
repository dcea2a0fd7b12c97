import { Predicate } from "effect"
import type { BrandingDocument } from "./BrandingDocument.ts"

/** The document without members that are null, and without sections that are then empty. */
export const givenMembers = (document: BrandingDocument): BrandingDocument => {
  const { brand, content, theme } = document
  const sections = { brand, theme, content }
  return Object.fromEntries(
    Object.entries(sections).flatMap(([name, section]) => {
      const given = pruned(section)
      return given === undefined ? [] : [[name, given]]
    })
  )
}

/** Undefined for null and for an object without members. */
const pruned = (value: unknown): unknown => {
  if (value === null || value === undefined) return undefined
  if (!Predicate.isObject(value) || Array.isArray(value)) return value
  const members = Object.entries(value).flatMap(([name, member]) => {
    const given = pruned(member)
    return given === undefined ? [] : [[name, given] as const]
  })
  return members.length === 0 ? undefined : Object.fromEntries(members)
}
