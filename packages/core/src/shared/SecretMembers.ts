import { Predicate } from "effect"

/**
 * Names of the secret members of request bodies. A member has one of these names if and only if its schema is redacted or
 * has the annotation `isSecret`; a test compares both for the bodies of all operations. Names match exactly, so that a
 * caller cannot hide another member by its name, and at every depth, so that a secret is also masked where the operation
 * does not expect it.
 */
export const secretMembers: ReadonlySet<string> = new Set([
  "allocation_token",
  "auth_code",
  "client_secret",
  "credentials",
  "password",
  "refresh_token",
  "token"
])

/** Annotation of a schema whose values are secret, and are not redacted in memory. */
export const isSecret = { isSecret: true } as const

/** Levels of a value that are copied; deeper ones become the mask. Arguments of library calls can have any depth. */
const maximumDepth = 64

/** Copy of a value in which the secret members at every depth have the value `mask`. Null is not masked. */
export const maskedSecrets = (
  value: unknown,
  mask: string | null,
  members: ReadonlySet<string> = secretMembers
): unknown => {
  /** Copies by original, because an argument of a library call can contain itself. */
  const copies = new Map<object, unknown>()
  const copyOf = (original: unknown, depth: number): unknown => {
    if (!Predicate.isObjectOrArray(original)) return original
    if (copies.has(original)) return copies.get(original)
    if (depth === maximumDepth) return mask
    if (Array.isArray(original)) {
      const items: Array<unknown> = []
      copies.set(original, items)
      for (const item of original) items.push(copyOf(item, depth + 1))
      return items
    }
    const copy: Record<string, unknown> = {}
    copies.set(original, copy)
    for (const [name, member] of Object.entries(original)) {
      const copied = members.has(name) && member !== null ? mask : copyOf(member, depth + 1)
      Object.defineProperty(copy, name, { value: copied, enumerable: true, configurable: true, writable: true })
    }
    return copy
  }
  return copyOf(value, 0)
}

/** True if a member of the value at any depth is secret, and not null. */
export const holdsSecret = (value: unknown): boolean => {
  const seen = new Set<unknown>()
  const open = [value]
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (!Predicate.isObjectOrArray(next) || seen.has(next)) continue
    seen.add(next)
    for (const [name, member] of Object.entries(next)) {
      if (secretMembers.has(name) && member !== null) return true
      if (Predicate.isObjectOrArray(member)) open.push(member)
    }
  }
  return false
}

/**
 * The input that a problem at this location repeats: null below a secret member, otherwise without secret members. An
 * object of a library call whose members cannot be read, such as a proxy that throws, is null.
 */
export const repeatedInput = (loc: ReadonlyArray<string | number>, input: unknown): unknown => {
  if (loc.some((part) => Predicate.isString(part) && secretMembers.has(part))) return null
  try {
    return holdsSecret(input) ? maskedSecrets(input, null) : input
  } catch {
    return null
  }
}
