import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { type Operation, operationCatalog } from "../../src/platform/OperationCatalog.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { operationSamples } from "./operationSamples.ts"
import { OwnedObjects, sampleParameters } from "./OwnedObjects.ts"
import { ScopedCallers } from "./ScopedCallers.ts"
import { openToRrsetScoped, openToScoped } from "./scopedOperations.ts"

/** A platform with an organization that has objects within and outside of a scope. */
export const scopedPlatform = ScopedCallers.layer.pipe(
  Layer.provideMerge(OwnedObjects.layer),
  Layer.provideMerge(TestPlatform.layer)
)

type Caller = { readonly key: string } | { readonly token: string }

/** Problem of an answer to a restricted caller about an object outside of its scope; undefined if it is right. */
const problemOf = (
  { operationId, rules }: Operation,
  { body, status }: { readonly body: any; readonly status: number },
  isOpen: boolean
): string | undefined => {
  const text = JSON.stringify(body) ?? ""
  const answered = `${operationId}: ${status} ${text.slice(0, 300)}`
  // A problem of a hidden object repeats the name of the request.
  if (status !== 404 && /owned\.(?:com|example)/.test(text)) return answered
  // A body that is refused before the service sees it proves nothing.
  if (status === 422) return answered
  const use = isOpen ? openToScoped[operationId] : undefined
  if (use === "hidden") return status === 404 && String(body.code).endsWith("_NOT_FOUND") ? undefined : answered
  if (use !== undefined) return status === 200 ? undefined : answered
  if (rules.caller === "user" || rules.caller === "person") return status === 403 ? undefined : answered
  return status === 403 && /restricted to some/.test(body.detail) ? undefined : answered
}

/** Calls every operation about objects outside of the scope of a caller. Returns the problems, by operation. */
export const callEveryOperation = Effect.fnUntraced(function*(caller: Caller, restrictsRrsets: boolean) {
  const { fetch } = yield* TestPlatform
  const objects = yield* OwnedObjects
  const problems: Array<string> = []
  for (const operation of operationCatalog) {
    const { method, operationId, path } = operation
    const sample = operationSamples[operationId] ?? {}
    const values: Readonly<Record<string, string>> = { ...sampleParameters, ...objects }
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""))
    const answer = yield* fetch(method, filled + (sample.query ?? ""), sample.body, caller)
    const isOpen = operationId in openToScoped && (!restrictsRrsets || openToRrsetScoped.has(operationId))
    const problem = problemOf(operation, answer, isOpen)
    if (problem !== undefined) problems.push(problem)
  }
  return problems
})

/** Fails with the names of operations that neither refuse a restricted caller nor keep it within its scope. */
export const assertKeptWithin = (caller: Caller, restrictsRrsets = false) =>
  Effect.map(callEveryOperation(caller, restrictsRrsets), (problems) => assert.deepStrictEqual(problems, []))
