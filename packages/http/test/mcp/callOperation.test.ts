import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

const label = { operationId: "createTag", body: { type: "DOMAIN", label: "vip" } }

/** A client that cannot ask by a form. */
const formless = { capabilities: {} }

const accepted = (requestState: string, note?: string) => ({
  params: {
    requestState,
    inputResponses: { approval: { action: "accept", content: note === undefined ? {} : { note } } }
  }
})

const answered = (requestState: string, action: "decline" | "cancel") => ({
  params: { requestState, inputResponses: { approval: { action } } }
})

layer(AgentEndpoint.layer)("call_operation", (it) => {
  describe("a write by a client with forms", () => {
    it.effect("is carried out when the same call comes back accepted", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const asked = yield* agent.call("call_operation", label)
        assert.strictEqual(asked.resultType, "input_required")
        const { method, params } = asked.inputRequests.approval
        assert.deepStrictEqual([method, params.mode], ["elicitation/create", "form"])
        assert.include(params.message, "POST /v1/tags")
        assert.include(params.message, "Risk: writes data")
        assert.include(params.message, "Sends label: \"vip\"")
        assert.deepStrictEqual(params.requestedSchema.properties.note.type, "string")
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 0)

        const done = yield* agent.content("call_operation", label, accepted(asked.requestState, "fine"))
        assert.deepStrictEqual([done.status, done.operationId, done.httpStatus, done.data.label], [
          "ok",
          "createTag",
          201,
          "vip"
        ])
        assert.isFalse(done.truncated)
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 1)
      }))

    it.effect.each(["decline", "cancel"] as const)(
      "is not carried out after %s, and can still be accepted",
      (action) =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const { requestState } = yield* agent.call("call_operation", label)
          const { operationId, status } = yield* agent.content("call_operation", label, answered(requestState, action))
          assert.deepStrictEqual([status, operationId], ["declined", "createTag"])
          assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 0)
          const done = yield* agent.content("call_operation", label, accepted(requestState))
          assert.strictEqual(done.httpStatus, 201)
        })
    )

    it.effect("is asked about again where the answer was lost", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const { requestState } = yield* agent.call("call_operation", label)
        for (const inputResponses of [undefined, {}, { other: { action: "accept" } }, { approval: "yes" }]) {
          const again = yield* agent.call("call_operation", label, { params: { requestState, inputResponses } })
          assert.strictEqual(again.resultType, "input_required")
          assert.strictEqual(again.requestState, requestState)
        }
        const done = yield* agent.content("call_operation", label, accepted(requestState))
        assert.strictEqual(done.httpStatus, 201)
      }))
  })

  describe("a write by any other client", () => {
    it.effect("is carried out when the same call comes back with the token, once", () =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const asked = yield* agent.content("call_operation", label, formless)
        const { confirmationToken, expiresAt, message, operationId, safety, status } = asked
        assert.deepStrictEqual([status, operationId], ["confirmation_required", "createTag"])
        assert.deepStrictEqual(safety, { read: false, write: true, cost: false, destructive: false, access: false })
        assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
        assert.include(message, "POST /v1/tags")
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 0)

        const done = yield* agent.content("call_operation", { ...label, confirmationToken }, formless)
        assert.deepStrictEqual([done.status, done.httpStatus], ["ok", 201])
        const replayed = yield* agent.content("call_operation", { ...label, confirmationToken }, formless)
        assert.strictEqual(replayed.status, "confirmation_required")
        assert.notStrictEqual(replayed.confirmationToken, confirmationToken)
        assert.strictEqual((yield* agent.rest("GET", "/v1/tags")).body.total, 1)
      }))

    it.effect.each(
      [
        ["only asks by links", { capabilities: { elicitation: { url: {} } } }],
        ["is of an older revision", { envelope: false }]
      ] as const
    )("is confirmed by a token where the client %s", ([, sending]) =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const { confirmationToken, status } = yield* agent.content("call_operation", label, sending)
        assert.strictEqual(status, "confirmation_required")
        const done = yield* agent.content("call_operation", { ...label, confirmationToken }, sending)
        assert.strictEqual(done.httpStatus, 201)
      }))
  })
})
