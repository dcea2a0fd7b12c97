import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { repeatWhileBusy } from "../../src/approvals/repeatWhileBusy.ts"
import type { OperationAnswer } from "../../src/platform/OperationCalls.ts"
import { operationCatalog } from "../../src/platform/OperationCatalog.ts"

const operation = (operationId: string) => {
  const found = operationCatalog.find((known) => known.operationId === operationId)
  return found ?? assert.fail(`No operation ${operationId}`)
}

const busy: OperationAnswer = {
  httpStatus: 409,
  data: { code: "ERROR_REQUEST_IN_PROGRESS" },
  headers: { "retry-after": "2" }
}
const away: OperationAnswer = {
  httpStatus: 503,
  data: { code: "ERROR_REGISTRY_UNAVAILABLE" },
  headers: { "retry-after": "5" }
}
const exists: OperationAnswer = { httpStatus: 409, data: { code: "ERROR_DOMAIN_EXISTS" }, headers: {} }
const done: OperationAnswer = { httpStatus: 200, data: {}, headers: {} }

/** A call with these responses in order; the last one repeats. */
const answering = (...answers: ReadonlyArray<OperationAnswer>) => {
  let calls = 0
  return {
    call: Effect.sync(() => answers[Math.min(calls++, answers.length - 1)] ?? done),
    calls: () => calls
  }
}

describe("repeatWhileBusy", () => {
  it.effect("repeats a call while its object is in use", () =>
    Effect.gen(function*() {
      const { call, calls } = answering(busy, busy, done)
      const fiber = yield* Effect.forkChild(repeatWhileBusy(operation("updateDomain"), call))
      yield* TestClock.adjust("3999 millis")
      assert.strictEqual(calls(), 2)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* Fiber.join(fiber)).httpStatus, 200)
    }))

  it.effect("returns the last response after 30 seconds", () =>
    Effect.gen(function*() {
      const { call, calls } = answering(busy)
      const fiber = yield* Effect.forkChild(repeatWhileBusy(operation("updateDomain"), call))
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), busy)
      assert.strictEqual(calls(), 16)
    }))

  it.effect("repeats a call with an unknown outcome only if its operation is idempotent", () =>
    Effect.gen(function*() {
      const renewal = answering(away, done)
      const fiber = yield* Effect.forkChild(repeatWhileBusy(operation("renewDomain"), renewal.call))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).httpStatus, 200)
      const update = answering(away, done)
      assert.deepStrictEqual(yield* repeatWhileBusy(operation("updateTag"), update.call), away)
    }))

  it.effect("returns an unknown outcome whose repetitions are refused while it is in progress", () =>
    Effect.gen(function*() {
      const { call } = answering(away, busy)
      const fiber = yield* Effect.forkChild(repeatWhileBusy(operation("renewDomain"), call))
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), away)
    }))

  it.effect("returns the refusal of a repetition after an unknown outcome", () =>
    Effect.gen(function*() {
      const { call } = answering(away, busy, exists)
      const fiber = yield* Effect.forkChild(repeatWhileBusy(operation("renewDomain"), call))
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* Fiber.join(fiber), exists)
    }))

  it.effect("does not repeat a call after a permanent failure", () =>
    Effect.gen(function*() {
      const { call } = answering(exists, done)
      assert.deepStrictEqual(yield* repeatWhileBusy(operation("createDomain"), call), exists)
    }))
})
