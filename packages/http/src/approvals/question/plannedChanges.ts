import type { Change } from "@namewright/core/approvals"
import { ContactChanged } from "@namewright/core/contacts"
import { ZoneChanged } from "@namewright/core/dns"
import { DomainChanged } from "@namewright/core/domains"
import { canonicalJson, covers, CurrentActor } from "@namewright/core/shared"
import { Effect, Predicate, Schema } from "effect"
import {
  type OperationAnswer,
  OperationCalls,
  type OperationInput,
  withoutCodes
} from "../../platform/OperationCalls.ts"
import { type Operation, operationCatalog } from "../../platform/OperationCatalog.ts"
import { toProblem } from "../../shared/Problem.ts"
import { withoutSecrets } from "./withoutSecrets.ts"

/** State of a call's object before the call. */
export interface Planned {
  /** Response to the call if it is certain: its object does not exist, or its `If-Match` is stale. */
  readonly refusal: OperationAnswer | undefined
  /** Members that the call changes. */
  readonly changes: ReadonlyArray<Change>
  /** Members that identify the object to people, such as `name`. */
  readonly about: ReadonlyArray<readonly [member: string, value: unknown]>
}

const nothing: Planned = { refusal: undefined, changes: [], about: [] }

/** Members that identify an object to people, in the order of display. */
const identifying = ["name", "hostname", "label", "org", "email", "url", "expires_on", "status", "total_jobs"] as const

/**
 * Reads the object of a call with the interface's own operations, as the caller, and compares it with the body, whose
 * secrets are masked. Objects that the caller cannot read are not shown.
 */
export const plannedChanges = Effect.fnUntraced(function*(operation: Operation, input: OperationInput, body: unknown) {
  let before: Readonly<Record<string, unknown>> = {}
  let about: Planned["about"] = []
  for (const read of readingOperations(operation)) {
    const current = yield* readFor(read, input)
    if (current === undefined) continue
    if (current.httpStatus === 404 && read.path === operation.path) return { ...nothing, refusal: current }
    if (current.httpStatus !== 200 || !Predicate.isObject(current.data)) continue
    const stale = staleAnswer(input, current)
    if (stale !== undefined) return { ...nothing, refusal: stale }
    if (Object.keys(before).length === 0) before = current.data
    about = aboutOf(current.data)
    if (about.length > 0) break
  }
  const writes = operation.method === "PATCH" || operation.method === "PUT"
  return { refusal: undefined, changes: writes ? changesOf(before, body) : [], about } satisfies Planned
})

/** Response to a write whose `If-Match` is not the object's entity tag. The call itself compares it again. */
const staleAnswer = ({ headers }: OperationInput, { data, headers: { etag } }: OperationAnswer) => {
  const expected = headers?.["if-match"]?.trim()
  if (expected === undefined || expected === "*" || etag === undefined || expected === etag) return undefined
  const stale = staleObject(data, etag.slice(1, -1))
  if (stale === undefined) return undefined
  const problem = toProblem(stale)
  return { httpStatus: problem.status, data: problem, headers: {} } satisfies OperationAnswer
}

const isZone = Schema.is(Schema.Struct({ name: Schema.String, serial: Schema.Int }))
const isDomain = Schema.is(Schema.Struct({ domain_id: Schema.String, name: Schema.String }))
const isContact = Schema.is(Schema.Struct({ contact_id: Schema.String }))

/** Error of the object that a read returned; undefined if its writes are not conditional. */
const staleObject = (data: unknown, entity_tag: string) => {
  if (isZone(data)) return new ZoneChanged({ zone_name: data.name, serial: data.serial })
  if (isDomain(data)) return new DomainChanged({ domain_name: data.name, entity_tag })
  return isContact(data) ? new ContactChanged({ contact_id: data.contact_id, entity_tag }) : undefined
}

/** Response to a read as the caller; undefined if the caller lacks the right. */
const readFor = Effect.fnUntraced(function*(read: Operation, { organizationContext, pathParams }: OperationInput) {
  const { permissions } = yield* CurrentActor
  if (!read.rights.every((right) => covers(permissions, right))) return undefined
  const operations = yield* OperationCalls
  return yield* withoutCodes(operations.call(read, { pathParams, organizationContext }))
})

const aboutOf = (object: Readonly<Record<string, unknown>>): Planned["about"] =>
  identifying.flatMap((member) => isShown(object[member]) ? [[member, object[member]] as const] : [])

/** The GET operations of the call's path and of its parent object, because a role assignment does not name its user. */
const readingOperations = ({ path, pathParams }: Operation): ReadonlyArray<Operation> => {
  if (pathParams.length === 0) return []
  const ofObject = path.slice(0, path.lastIndexOf("}") + 1)
  return [...new Set([path, ofObject])].flatMap((template) =>
    operationCatalog.filter((other) => other.method === "GET" && other.path === template)
  )
}

const isShown = (value: unknown): boolean => Predicate.isString(value) || Predicate.isNumber(value)

/** Changes of the members of `body`, whose secrets are masked. */
const changesOf = (current: Readonly<Record<string, unknown>>, body: unknown): ReadonlyArray<Change> => {
  if (!Predicate.isObject(body)) return []
  const before = withoutSecrets(current) as Readonly<Record<string, Schema.Json>>
  return Object.entries(body as Readonly<Record<string, Schema.Json>>).flatMap(([field, after]) => {
    const was = Object.hasOwn(before, field) ? before[field] : undefined
    if (was === undefined) return []
    return canonicalJson(was) === canonicalJson(after) ? [] : [{ field, ...difference(was, after) }]
  })
}

/** Elements that are in only one of two lists, or both lists if they differ only in order or repetition. */
const difference = (before: Schema.Json, after: Schema.Json) => {
  if (!Array.isArray(before) || !Array.isArray(after)) return { before, after }
  const texts = { before: textsOf(before), after: textsOf(after) }
  const only = {
    before: before.filter((item: Schema.Json) => !texts.after.has(canonicalJson(item))),
    after: after.filter((item: Schema.Json) => !texts.before.has(canonicalJson(item)))
  }
  return only.before.length + only.after.length === 0 ? { before, after } : only
}

const textsOf = (items: ReadonlyArray<Schema.Json>) => new Set(items.map((item) => canonicalJson(item)))
