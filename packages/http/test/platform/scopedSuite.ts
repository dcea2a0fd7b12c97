import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type Operation, operationCatalog } from "../../src/platform/OperationCatalog.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { operationSamples } from "./operationSamples.ts"
import { OwnedObjects, sampleParameters } from "./OwnedObjects.ts"
import { ScopedCallers } from "./ScopedCallers.ts"
import { scopedUses } from "./scopedOperations.ts"

/** A platform with an organization that has objects within and outside of a scope. */
export const scopedPlatform = ScopedCallers.layer.pipe(
  Layer.provideMerge(OwnedObjects.layer),
  Layer.provideMerge(TestPlatform.layer)
)

type Caller = { readonly key: string } | { readonly token: string }

interface Answer {
  readonly body: any
  readonly status: number
}

/** Problem of an answer to a restricted caller about an object outside of its scope; undefined if it is right. */
const problemOf = (
  { operationId, rules }: Operation,
  { body, status }: Answer,
  isOpen: boolean
): string | undefined => {
  const text = JSON.stringify(body) ?? ""
  const answered = `${operationId}: ${status} ${text.slice(0, 300)}`
  // A problem of a hidden object repeats the name of the request.
  if (status !== 404 && /owned\.(?:com|example)/.test(text)) return answered
  // A body that is refused before the service sees it proves nothing.
  if (status === 422) return answered
  const use = isOpen ? scopedUses[operationId] : "refused"
  if (use === "hidden") return status === 404 && String(body.code).endsWith("_NOT_FOUND") ? undefined : answered
  if (use !== "refused") return status === 200 ? undefined : answered
  if (rules.caller === "user" || rules.caller === "person") return status === 403 ? undefined : answered
  return status === 403 && /restricted to some/.test(body.detail) ? undefined : answered
}

/**
 * Problem of an answer to a program whose restricted key its operation refuses, or to its call of another operation about
 * an object outside of its scope; undefined if the person is asked only about calls that the operation can accept.
 */
const problemOfProgram = (operation: Operation, answer: Answer, isOpen: boolean): string | undefined =>
  isOpen && answer.body?.code === "ERROR_APPROVAL_REQUIRED" ? undefined : problemOf(operation, answer, isOpen)

/** Calls every operation about objects outside of the scope of a caller. Returns the problems, by operation. */
const callEveryOperation = Effect.fnUntraced(function*(
  caller: Caller,
  restrictsRrsets: boolean,
  operations: ReadonlyArray<Operation>,
  problemIn: typeof problemOf
) {
  const { fetch } = yield* TestPlatform
  const objects = yield* OwnedObjects
  const problems: Array<string> = []
  for (const operation of operations) {
    const { method, operationId, path, rules: { enforcesScope } } = operation
    const sample = operationSamples[operationId] ?? {}
    const values: Readonly<Record<string, string>> = { ...sampleParameters, ...objects }
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
    const answer = yield* fetch(method, filled + (sample.query ?? ""), sample.body, caller)
    const isOpen = restrictsRrsets ? enforcesScope === "rrsets" : enforcesScope !== undefined
    const problem = problemIn(operation, answer, isOpen)
    if (problem !== undefined) problems.push(problem)
  }
  return problems
})

/** Fails with the names of operations that neither refuse a restricted caller nor keep it within its scope. */
export const assertKeptWithin = (caller: Caller, restrictsRrsets = false) =>
  Effect.map(
    callEveryOperation(caller, restrictsRrsets, operationCatalog, problemOf),
    (problems) => assert.deepStrictEqual(problems, [])
  )

/** Fails with the names of writes about which a person is asked, although they refuse the restricted key of a program. */
export const assertRefusedUnasked = (caller: Caller, restrictsRrsets = false) =>
  Effect.map(
    callEveryOperation(caller, restrictsRrsets, operationCatalog.filter(isApproved), problemOfProgram),
    (problems) => assert.deepStrictEqual(problems, [])
  )

const isApproved = ({ rules: { caller, write } }: Operation): boolean =>
  write !== undefined && write.trial !== "always" && caller !== "anyone"
