import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { contactBody } from "../contacts/contactBody.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

const commands = [{ command: "contact_create", payload: contactBody }, {
  command: "contact_create",
  payload: contactBody
}]

/** A batch of two jobs that wait, and whose it is. */
const paused = Effect.gen(function*() {
  const agent = yield* agentOf()
  const { body } = yield* agent.rest("POST", "/v1/jobs", { label: "two contacts", paused: true, commands })
  return { agent, batchId: body.batch_id as string }
})

type Agent = Effect.Success<typeof paused>["agent"]

/** Calls the tool, and again with the token that it asks for. */
const control = Effect.fnUntraced(function*(agent: Agent, input: object) {
  const asked = yield* agent.content("job_batch_control", input, { capabilities: {} })
  assert.strictEqual(asked.status, "confirmation_required", JSON.stringify(asked))
  const { confirmationToken } = asked
  const done = yield* agent.content("job_batch_control", { ...input, confirmationToken }, { capabilities: {} })
  return { asked, done }
})

layer(AgentEndpoint.layer)("job batches", (it) => {
  it.effect("job_batch_status returns the progress of a batch", () =>
    Effect.gen(function*() {
      const { agent, batchId } = yield* paused
      const status = yield* agent.content("job_batch_status", { batchId })
      assert.deepStrictEqual([status.batch_id, status.label, status.status], [batchId, "two contacts", "pending"])
      assert.deepStrictEqual([status.progress_percentage, status.total_jobs, status.job_counts.paused], [0, 2, 2])
      assert.isString(status.created_on)
      const stranger = yield* agentOf()
      const { data, httpStatus } = yield* stranger.content("job_batch_status", { batchId })
      assert.deepStrictEqual([httpStatus, data.code], [404, "ERROR_BATCH_NOT_FOUND"])
    }))

  it.effect("job_batch_control resumes, pauses and cancels, each after an approval", () =>
    Effect.gen(function*() {
      const { agent, batchId } = yield* paused
      const counts = Effect.map(agent.content("job_batch_status", { batchId }), ({ job_counts }) => job_counts)
      const resumed = yield* control(agent, { batchId, action: "resume" })
      assert.include(resumed.asked.message, "Batch \"two contacts\": 2 jobs, 0 % ended")
      assert.include(resumed.asked.message, "Risk: writes data")
      assert.deepStrictEqual(resumed.done, {
        status: "ok",
        operationId: "resumeBatch",
        httpStatus: 204,
        data: null,
        truncated: false
      })
      const { blocked, queued } = yield* counts
      assert.strictEqual(blocked + queued, 2)
      yield* control(agent, { batchId, action: "pause" })
      assert.strictEqual((yield* counts).paused, 2)
      const canceled = yield* control(agent, { batchId, action: "cancel" })
      assert.isTrue(canceled.asked.safety.destructive)
      assert.strictEqual((yield* counts).canceled, 2)
    }))

  it.effect("job_batch_control retries jobs with selected error classes", () =>
    Effect.gen(function*() {
      const { agent, batchId } = yield* paused
      const { asked, done } = yield* control(agent, { batchId, action: "retry", errorClass: ["TimeoutError"] })
      assert.include(asked.message, "Only jobs that failed with TimeoutError")
      assert.deepStrictEqual(done.data, { batch_id: batchId, retried_count: 0, queued_count: 0, blocked_count: 0 })
    }))

  it.effect("job_batch_control asks no question about impossible actions", () =>
    Effect.gen(function*() {
      const { agent, batchId } = yield* paused
      const stranger = yield* agentOf()
      assert.strictEqual((yield* stranger.content("job_batch_control", { batchId, action: "pause" })).httpStatus, 404)
      const reader = yield* agentOf({ of: agent.organization, rights: ["jobs:read"] })
      assert.strictEqual((yield* reader.content("job_batch_control", { batchId, action: "pause" })).httpStatus, 403)
      const wrong = yield* agent.call("job_batch_control", { batchId, action: "pause", errorClass: ["TimeoutError"] })
      assert.isTrue(wrong.isError)
      assert.isTrue((yield* agent.call("job_batch_control", { batchId, action: "stop" })).isError)
    }))

  it.effect("an approval to pause does not cancel", () =>
    Effect.gen(function*() {
      const { agent, batchId } = yield* paused
      const formless = { capabilities: {} }
      const { confirmationToken } = yield* agent.content("job_batch_control", { batchId, action: "pause" }, formless)
      const canceled = yield* agent.content(
        "job_batch_control",
        { batchId, action: "cancel", confirmationToken },
        formless
      )
      assert.strictEqual(canceled.status, "confirmation_required")
      assert.strictEqual((yield* agent.content("job_batch_status", { batchId })).job_counts.canceled, 0)
    }))
})
