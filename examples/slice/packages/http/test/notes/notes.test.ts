import { assert, layer } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { Duration, Effect } from "effect"
import { agentOf } from "../mcp/agent.ts"
import { AgentEndpoint } from "../mcp/AgentEndpoint.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const caller = Effect.gen(function*() {
  const { fetch, key, organization } = yield* TestPlatform
  const credential = yield* key(yield* organization())
  return (method: string, path: string, body?: unknown) => fetch(method, path, body, { key: credential })
})

layer(AgentEndpoint.layer)("Notes", (it) => {
  it.effect("are created, listed and deleted", () =>
    Effect.gen(function*() {
      const call = yield* caller
      const created = yield* call("POST", "/v1/notes", { text: "Renew in May" })
      assert.deepStrictEqual([created.status, created.body.text], [201, "Renew in May"])
      const { body } = yield* call("GET", "/v1/notes")
      assert.deepStrictEqual([body.total, body.items[0].note_id], [1, created.body.note_id])
      assert.strictEqual((yield* call("DELETE", `/v1/notes/${created.body.note_id}`)).status, 204)
      const again = yield* call("DELETE", `/v1/notes/${created.body.note_id}`)
      assert.deepStrictEqual([again.status, again.body.code], [404, "ERROR_NOTE_NOT_FOUND"])
    }))

  it.effect("are created by a bulk command", () =>
    Effect.gen(function*() {
      const call = yield* caller
      const payload = { template: { text: "Renew in May" }, instances: [{}, { text: "Transfer in June" }] }
      const { body } = yield* call("POST", "/v1/jobs", { commands: [{ command: "note_create_bulk", payload }] })
      assert.strictEqual(body.jobs_created, 2)
      yield* Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))
      assert.strictEqual((yield* call("GET", body.status_url)).body.succeeded, 2)
      assert.strictEqual((yield* call("GET", "/v1/notes")).body.total, 2)
    }))

  it.effect("are deleted by an agent after a confirmation", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const { body } = yield* agent.rest("POST", "/v1/notes", { text: "Renew in May" })
      const remove = { operationId: "deleteNote", pathParams: { note_id: body.note_id } }
      const withoutForms = { capabilities: {} }
      const asked = yield* agent.content("call_operation", remove, withoutForms)
      assert.strictEqual(asked.status, "confirmation_required")
      const { confirmationToken } = asked
      const done = yield* agent.content("call_operation", { ...remove, confirmationToken }, withoutForms)
      assert.strictEqual(done.httpStatus, 204)
      assert.strictEqual((yield* agent.rest("GET", "/v1/notes")).body.total, 0)
    }))
})
