import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, contactCommand, unknownJob, work } from "./caller.ts"

/** A caller with one job that has not begun. */
const submitted = Effect.gen(function*() {
  const call = yield* caller()
  const { batch_id } = (yield* call("POST", "/v1/jobs", { commands: [contactCommand("ada@example.org")] })).body
  const [{ job_id }] = (yield* call("GET", `/v1/jobs/${batch_id}/jobs`)).body.items
  return { call, batch_id, path: `/v1/job/${job_id}` }
})

layer(TestPlatform.layer)("a job", (it) => {
  it.effect("200: is read by its id", () =>
    Effect.gen(function*() {
      const { batch_id, call, path } = yield* submitted
      const { body, status } = yield* call("GET", path)
      assert.deepStrictEqual([status, body.correlation_id, body.max_attempts], [200, batch_id, 5])
      assert.deepStrictEqual(body.backoff, { initial_seconds: 30, multiplier: 4, max_seconds: 1800 })
    }))

  it.effect("204, 200: is paused, resumed and cancelled", () =>
    Effect.gen(function*() {
      const { call, path } = yield* submitted
      assert.strictEqual((yield* call("POST", `${path}/pause`)).status, 204)
      const paused = (yield* call("GET", path)).body
      assert.strictEqual(paused.status, "paused")
      assert.match(paused.paused_at, /Z$/)
      const resumed = yield* call("POST", `${path}/resume`)
      assert.strictEqual(resumed.status, 200)
      assert.include(["queued", "blocked"], resumed.body.status)
      assert.isNull(resumed.body.paused_at)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).body.status, "canceled")
    }))

  it.effect("409: is in a state that does not allow it", () =>
    Effect.gen(function*() {
      const { call, path } = yield* submitted
      yield* work
      for (
        const [method, end] of [["POST", "/retry"], ["POST", "/pause"], ["POST", "/resume"], ["DELETE", ""]] as const
      ) {
        const { body, status } = yield* call(method, `${path}${end}`)
        assert.deepStrictEqual([status, body.code], [409, "ERROR_JOB_STATUS_CONFLICT"], `${method} ${end}`)
      }
    }))

  it.effect("404: belongs to another organization", () =>
    Effect.gen(function*() {
      const { path } = yield* submitted
      const stranger = yield* caller()
      assert.strictEqual((yield* stranger("GET", path)).status, 404)
      assert.strictEqual((yield* stranger("DELETE", path)).status, 404)
      assert.strictEqual((yield* stranger("GET", `/v1/job/${unknownJob}`)).body.code, "ERROR_JOB_NOT_FOUND")
    }))
})
