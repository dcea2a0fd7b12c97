import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

/** A client that cannot ask by a form. */
const formless = { capabilities: {} }

const plenty = { perSecond: 1_000, burst: 1_000 }
const limited = AgentEndpoint.layerWith({
  rateLimits: { read: plenty, write: { perSecond: 1 / 60, burst: 1 }, names: plenty, tokens: plenty }
})

const tag = (label: string) => ({ operationId: "createTag", body: { type: "DOMAIN", label } })

layer(limited)("an approved call of a caller without writes left in the rate limit", (it) => {
  it.effect("is refused, and accepted later with the same token", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const send = Effect.fnUntraced(function*(label: string) {
        const { confirmationToken } = yield* agent.content("call_operation", tag(label), formless)
        return () => agent.content("call_operation", { ...tag(label), confirmationToken }, formless)
      })
      const unapproved = { ...tag("first"), confirmationToken: "nwa1.made.up" }
      assert.strictEqual(
        (yield* agent.content("call_operation", unapproved, formless)).status,
        "confirmation_required",
        "a call that is not carried out takes no write"
      )
      assert.strictEqual((yield* (yield* send("first"))()).httpStatus, 201)
      const second = yield* send("second")
      const { data, httpStatus } = yield* second()
      assert.deepStrictEqual([httpStatus, data.code], [429, "ERROR_RATE_LIMITED"])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* second()).httpStatus, 201)
      assert.strictEqual((yield* second()).httpStatus, 429, "it was charged once")
    }))

  it.effect("is refused, and accepted later with the same form", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const send = Effect.fnUntraced(function*(label: string) {
        const { requestState } = yield* agent.call("call_operation", tag(label))
        const accepted = { params: { requestState, inputResponses: { approval: { action: "accept" } } } }
        return () => agent.content("call_operation", tag(label), accepted)
      })
      assert.strictEqual((yield* (yield* send("first"))()).httpStatus, 201)
      const second = yield* send("second")
      assert.strictEqual((yield* second()).httpStatus, 429)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* second()).httpStatus, 201)
    }))
})
