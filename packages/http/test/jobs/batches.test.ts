import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, contactCommand, domainCommand, unknownBatch, work } from "./caller.ts"

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `person-${n}@example.org`)

/** A caller with a batch of contacts that has not begun. */
const submitted = Effect.fnUntraced(function*(count: number, more: Record<string, unknown> = {}) {
  const call = yield* caller()
  const commands = addresses(count).map((email) => contactCommand(email))
  const { body } = yield* call("POST", "/v1/jobs", { commands, ...more })
  const path = `/v1/jobs/${body.batch_id}`
  return { call, path, batch_id: body.batch_id as string, read: Effect.map(call("GET", path), (answer) => answer.body) }
})

layer(TestPlatform.layer)("a batch", (it) => {
  it.effect("200: counts of every state, and the progress", () =>
    Effect.gen(function*() {
      const { batch_id, read } = yield* submitted(3, { label: "people" })
      yield* work
      const body = yield* read
      assert.deepStrictEqual(body, {
        batch_id,
        label: "people",
        status: "complete",
        total: 3,
        total_jobs: 3,
        blocked: 0,
        queued: 0,
        paused: 0,
        running: 0,
        succeeded: 3,
        failed: 0,
        canceled: 0,
        dead_letter: 0,
        job_counts: {
          blocked: 0,
          queued: 0,
          paused: 0,
          running: 0,
          succeeded: 3,
          failed: 0,
          canceled: 0,
          dead_letter: 0
        },
        progress_percentage: 100,
        created_on: body.created_on,
        started_at: body.started_at,
        finished_at: body.finished_at
      })
      assert.match(body.finished_at, /Z$/)
    }))

  it.effect("200: lists batches newest first, and by status", () =>
    Effect.gen(function*() {
      const { batch_id, call } = yield* submitted(1)
      yield* work
      const waiting = yield* call("POST", "/v1/jobs", { paused: true, commands: [contactCommand("x@example.org")] })
      const list = (yield* call("GET", "/v1/jobs?sort_by=created_on&sort_order=asc")).body
      assert.deepStrictEqual(list.items.map((batch: any) => batch.batch_id), [batch_id, waiting.body.batch_id])
      const complete = (yield* call("GET", "/v1/jobs?status=complete")).body
      assert.deepStrictEqual([complete.total, complete.items[0].batch_id], [1, batch_id])
      assert.strictEqual((yield* call("GET", "/v1/jobs?status=done&page_size=101")).status, 422)
    }))

  it.effect("204: paused jobs wait until they are resumed", () =>
    Effect.gen(function*() {
      const { call, path, read } = yield* submitted(2)
      assert.strictEqual((yield* call("POST", `${path}/pause`)).status, 204)
      yield* work
      assert.strictEqual((yield* read).paused, 2)
      assert.strictEqual((yield* call("POST", `${path}/resume`)).status, 204)
      yield* work
      assert.strictEqual((yield* read).succeeded, 2)
    }))

  it.effect("204: cancelled jobs never run, and a second call changes nothing", () =>
    Effect.gen(function*() {
      const { call, path, read } = yield* submitted(2)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      yield* work
      const { canceled, status } = yield* read
      assert.deepStrictEqual([canceled, status], [2, "complete"])
      assert.strictEqual((yield* call("GET", "/v1/contacts")).body.total, 0)
    }))

  it.effect("200: jobs with their payloads and outcomes", () =>
    Effect.gen(function*() {
      const { batch_id, call, path } = yield* submitted(1)
      yield* work
      const [job] = (yield* call("GET", `${path}/jobs?status=succeeded`)).body.items
      const [contact] = (yield* call("GET", "/v1/contacts")).body.items
      assert.strictEqual(job.correlation_id, batch_id)
      assert.deepStrictEqual(
        [job.status, job.command, job.operation, job.attempts],
        ["succeeded", "contact_create", "create", 1]
      )
      assert.deepStrictEqual(job.result, { type: "contact_create", contact_id: contact.contact_id })
      assert.strictEqual(job.payload.contact.email, "person-0@example.org")
      assert.strictEqual((yield* call("GET", `${path}/jobs?status=failed,queued`)).body.total, 0)
    }))

  it.effect("200: failed jobs run again, all or those of a class", () =>
    Effect.gen(function*() {
      const { key, organization } = yield* TestPlatform
      assert.isFunction(key)
      const call = yield* caller({ of: yield* organization() })
      const { contact_id } = (yield* call("POST", "/v1/contacts", contactCommand("a@example.org").payload)).body
      const { batch_id } = (yield* call("POST", "/v1/jobs", { commands: [domainCommand("poor.com", contact_id)] })).body
      yield* work
      const [job] = (yield* call("GET", `/v1/jobs/${batch_id}/jobs`)).body.items
      assert.deepStrictEqual(
        [job.status, job.error_class, job.error_code],
        ["failed", "BillingInsufficientFundsError", "ERROR_BILLING_INSUFFICIENT_FUNDS"]
      )
      const other = yield* call("POST", `/v1/jobs/${batch_id}/retry?error_class=TimeoutError`)
      assert.deepStrictEqual(other.body, { batch_id, retried_count: 0, queued_count: 0, blocked_count: 0 })
      const { body, status } = yield* call(
        "POST",
        `/v1/jobs/${batch_id}/retry?error_class=TimeoutError&error_class=BillingInsufficientFundsError`
      )
      assert.deepStrictEqual([status, body.retried_count], [200, 1])
      assert.strictEqual((yield* call("GET", `/v1/jobs/${batch_id}`)).body.status, "pending")
      assert.strictEqual((yield* call("POST", `/v1/jobs/${batch_id}/retry?error_class=Nonsense`)).status, 422)
    }))

  it.effect("404: a batch of another organization", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      for (
        const [method, path] of [
          ["GET", ""],
          ["DELETE", ""],
          ["GET", "/jobs"],
          ["POST", "/pause"],
          ["POST", "/resume"],
          [
            "POST",
            "/retry"
          ]
        ] as const
      ) {
        const { body, status } = yield* call(method, `/v1/jobs/${unknownBatch}${path}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_BATCH_NOT_FOUND"], `${method} ${path}`)
      }
    }))

  it.effect("422: a malformed batch id", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.deepStrictEqual(issuesOf((yield* call("GET", "/v1/jobs/batch_1")).body).map(([loc]) => loc), [
        "path.batch_id"
      ])
    }))
})
