import type { Schema } from "effect"

/** Members that only their owner may read. */
const secretMembers: ReadonlySet<string> = new Set(["allocation_token", "auth_code"])

const mask = "********"

/** A value with masked secrets: secret members, and their values in the issues of a refused input. */
export const withoutSecrets = <A extends Schema.Json>(value: A): A => masked(value) as A

const masked = (value: Schema.Json): Schema.Json => {
  if (Array.isArray(value)) return value.map(masked)
  if (value === null || typeof value !== "object") return value
  const members = value as Schema.JsonObject
  const isAboutSecret = Array.isArray(members["loc"]) && members["loc"].some((part) => isSecret(String(part)))
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) =>
      (isSecret(name) || isAboutSecret && name === "input") && member !== null ? [name, mask] : [name, masked(member)]
    )
  )
}

/** True if the value has a secret member. */
export const holdsSecret = (value: Schema.Json): boolean => {
  if (value === null || typeof value !== "object") return false
  if (Array.isArray(value)) return value.some(holdsSecret)
  return Object.entries(value).some(([name, member]) => isSecret(name) && member !== null || holdsSecret(member))
}

const isSecret = (name: string): boolean => secretMembers.has(name)
