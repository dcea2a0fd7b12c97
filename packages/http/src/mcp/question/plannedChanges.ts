import type { Change } from "@namewright/core/approvals"
import { covers, CurrentActor } from "@namewright/core/shared"
import { Effect, Predicate, type Schema } from "effect"
import { type OperationAnswer, OperationCalls, type OperationInput, withoutCodes } from "./OperationCalls.ts"
import { type Operation, operationCatalog } from "./OperationCatalog.ts"

/** What a call is about, as it is before the call. */
export interface Planned {
  /** The answer that the call will get, where it is known already: what it is about does not exist. */
  readonly refusal: OperationAnswer | undefined
  /** The members that the call writes and that are not so yet. */
  readonly changes: ReadonlyArray<Change>
  /** By what people know the object: `name` and its like. */
  readonly about: ReadonlyArray<readonly [member: string, value: unknown]>
}

const nothing: Planned = { refusal: undefined, changes: [], about: [] }

/** Members by which people know an object, in the order in which they are shown. */
const telling = ["name", "hostname", "label", "org", "email", "url", "expires_on", "status"] as const

/**
 * Reads what a call is about, for the caller and by the interface's own operations, and compares it with the body. What
 * the caller may not read is not shown.
 */
export const plannedChanges = Effect.fnUntraced(function*(operation: Operation, input: OperationInput) {
  const read = readingOperation(operation)
  const { permissions } = yield* CurrentActor
  if (read === undefined || !read.rights.every((right) => covers(permissions, right))) return nothing
  const operations = yield* OperationCalls
  const { organizationContext, pathParams } = input
  const current = yield* withoutCodes(operations.call(read, { pathParams, organizationContext }))
  if (current.httpStatus === 404 && read.path === operation.path) return { ...nothing, refusal: current }
  if (current.httpStatus !== 200 || !Predicate.isObject(current.data)) return nothing
  const before = current.data
  const writes = operation.method === "PATCH" || operation.method === "PUT"
  return {
    refusal: undefined,
    changes: writes ? changesOf(before, input.body) : [],
    about: telling.flatMap((member) => isShown(before[member]) ? [[member, before[member]] as const] : [])
  } satisfies Planned
})

/** The GET at the path of an operation, or of the object that the path leads through. */
const readingOperation = ({ path, pathParams }: Operation): Operation | undefined => {
  if (pathParams.length === 0) return undefined
  const ofObject = path.slice(0, path.lastIndexOf("}") + 1)
  return [path, ofObject]
    .map((at) => operationCatalog.find((other) => other.method === "GET" && other.path === at))
    .find((found) => found !== undefined)
}

const isShown = (value: unknown): boolean => Predicate.isString(value) || Predicate.isNumber(value)

/** Members whose values are for nobody's eyes. */
const secret = /auth_code|secret|password|token/

const hidden = "(not shown)"

const changesOf = (before: Readonly<Record<string, unknown>>, body: unknown): ReadonlyArray<Change> => {
  if (!Predicate.isObject(body)) return []
  return Object.entries(body).flatMap(([field, after]) => {
    if (!Object.hasOwn(before, field)) return []
    if (secret.test(field)) return [{ field, before: hidden, after: hidden }]
    const was = before[field]
    return JSON.stringify(was) === JSON.stringify(after) ? [] : [{ field, ...difference(was, after) }]
  })
}

/** Of two lists only what is in one of them. */
const difference = (before: unknown, after: unknown) => {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before: bounded(before), after: bounded(after) }
  const texts = { before: textsOf(before), after: textsOf(after) }
  return {
    before: bounded(before.filter((item) => !texts.after.has(JSON.stringify(item)))),
    after: bounded(after.filter((item) => !texts.before.has(JSON.stringify(item))))
  }
}

const textsOf = (items: ReadonlyArray<unknown>): ReadonlySet<string> =>
  new Set(items.map((item) => JSON.stringify(item)))

/** Characters of a value that is kept with an approval. */
const maximumKept = 4000

const bounded = (value: unknown): Schema.Json => {
  const text = JSON.stringify(value ?? null)
  return text.length <= maximumKept ? JSON.parse(text) : `${text.slice(0, maximumKept)}…`
}
