import { DateTime, Redacted, type Schema } from "effect"
import { Instant, secretMembers } from "../shared/index.ts"
import type { ObjectLogDetails } from "./ObjectLogEntry.ts"

/** Value of a secret in the log. */
export const mask = "********"

/** Members that the log never shows, at every depth: those of requests, and those of stored objects. */
const hiddenMembers: ReadonlySet<string> = new Set([...secretMembers, "key_hash", "secret"])

/** Changes with every write, and is the time of the entry. */
const silentMembers: ReadonlySet<string> = new Set(["updated_on"])

/** State of an object, such as a stored record. */
export type LoggedState = object | null

/**
 * Members that differ between two states of an object. A new object has none before, and a deleted one none after; members
 * that are null or undefined then count as absent. Null without differences.
 */
export const changedMembers = (before: LoggedState, after: LoggedState): ObjectLogDetails | null => {
  if (before === null || after === null) {
    const members = givenMembers(before ?? after ?? {})
    if (Object.keys(members).length === 0) return null
    return before === null ? { before: {}, after: members } : { before: members, after: {} }
  }
  const old = membersOf(before)
  const current = membersOf(after)
  const changed: { readonly before: Members; readonly after: Members } = { before: {}, after: {} }
  let differs = false
  for (const name of new Set([...Object.keys(old), ...Object.keys(current)])) {
    if (silentMembers.has(name) || old[name] === current[name]) continue
    if (isSame(asJson(name, old[name], false), asJson(name, current[name], false))) continue
    differs = true
    changed.before[name] = asJson(name, old[name], true)
    changed.after[name] = asJson(name, current[name], true)
  }
  return differs ? changed : null
}

/** The members of a state that are neither null nor undefined. */
const givenMembers = (state: object): Members => {
  const members: Members = {}
  for (const [name, value] of Object.entries(state)) {
    if (value !== null && value !== undefined && !silentMembers.has(name)) members[name] = asJson(name, value, true)
  }
  return members
}

const isSame = (was: Schema.Json, is: Schema.Json): boolean =>
  was === is ||
  (typeof was === "object" && typeof is === "object" && was !== null && is !== null &&
    JSON.stringify(was) === JSON.stringify(is))

type Members = Record<string, Schema.Json>

const membersOf = (state: object) => state as Readonly<Record<string, unknown>>

/** A value of core as JSON; without secrets if it is to be shown. */
const asJson = (name: string, value: unknown, isShown: boolean): Schema.Json => {
  if (value === null || value === undefined) return null
  if (isShown && hiddenMembers.has(name)) return mask
  if (typeof value === "bigint") return String(value)
  if (typeof value !== "object") return value as Schema.Json
  if (DateTime.isDateTime(value)) return Instant.format(value)
  if (Redacted.isRedacted(value)) return mask
  if (Array.isArray(value)) return value.map((item) => asJson("", item, isShown))
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([inner, member]) => [inner, asJson(inner, member, isShown)]))
}
