import { Predicate } from "effect"

/** Characters that a problem repeats of one value, and of all inputs of its entries together. */
const maximumCharacters = { value: 4096, inputs: 65_536 }

/** Levels of lists and objects that a problem repeats: of an input, and of its other members. */
const maximumDepth = { input: 16, member: 64 }

/** Replaces a part that is left out. */
const ellipsis = "…"

/** Remaining characters. */
interface Room {
  left: number
}

/**
 * Copy of a value that every JSON parser reads (RFC 7493): numbers outside of the range of a double are texts, such as
 * "Infinity", and unpaired surrogates are U+FFFD.
 */
const reportedValue = (value: unknown): unknown =>
  copyOf(value, { left: Number.POSITIVE_INFINITY }, maximumDepth.member)

/** Maximum number of problems of one request that are reported. */
export const maximumIssues = 10_000

/**
 * The first 10,000 entries of a problem. Each `input` is cut to 4,096 characters, and all of them together to 65,536: several entries
 * may repeat the same large value.
 */
export const reportedIssues = (issues: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const inputs: Room = { left: maximumCharacters.inputs }
  return issues.slice(0, maximumIssues).map((issue) => {
    if (!Predicate.isObject(issue) || !("input" in issue)) return reportedValue(issue)
    const { input, ...entry } = issue
    const given = Math.min(maximumCharacters.value, inputs.left)
    const room: Room = { left: given }
    const copy = copyOf(input, room, maximumDepth.input)
    inputs.left -= given - Math.max(room.left, 0)
    return { ...reportedMembers(entry), input: copy }
  })
}

/** The members of a problem; its entries are under `errors`. */
export const reportedMembers = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      name === "errors" && Array.isArray(value) ? reportedIssues(value) : reportedValue(value)
    ])
  )

const copyOf = (value: unknown, room: Room, depth: number): unknown => {
  switch (typeof value) {
    case "string":
      return textOf(value, room)
    case "number":
      room.left -= 8
      return Number.isFinite(value) ? value : String(value)
    case "boolean":
      room.left -= 5
      return value
    case "object":
      return value === null ? null : compoundOf(value, room, depth)
    case "bigint":
      return String(value)
    default:
      return null
  }
}

const textOf = (text: string, room: Room): string => {
  const fits = text.length <= room.left
  const kept = fits ? text : `${text.slice(0, Math.max(room.left, 0))}${ellipsis}`
  room.left -= kept.length
  return kept.toWellFormed()
}

const compoundOf = (value: object, room: Room, depth: number): unknown => {
  if (depth === 0 || room.left <= 0) return ellipsis
  if (Array.isArray(value)) {
    const items: Array<unknown> = []
    for (const item of value) {
      if (room.left <= 0) return [...items, ellipsis]
      room.left -= 1
      items.push(copyOf(item, room, depth - 1))
    }
    return items
  }
  if ("toJSON" in value && typeof value.toJSON === "function") return copyOf(value.toJSON(), room, depth - 1)
  const members: Array<readonly [string, unknown]> = []
  for (const [name, member] of Object.entries(value)) {
    if (room.left <= 0) break
    if (member !== undefined) members.push([textOf(name, room), copyOf(member, room, depth - 1)])
  }
  return Object.fromEntries(members)
}
