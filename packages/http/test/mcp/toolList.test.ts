import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

const names = [
  "portfolio_summary",
  "portfolio_query",
  "search_operations",
  "describe_operation",
  "call_operation",
  "bulk_preview",
  "bulk_submit",
  "job_batch_status",
  "job_batch_control"
]

layer(AgentEndpoint.layer)("the list of tools", (it) => {
  it.effect("has these tools, each with title and annotations", () =>
    Effect.gen(function*() {
      const tools = yield* (yield* agentOf()).list()
      assert.deepStrictEqual(tools.map(({ name }) => name), names)
      for (const { annotations, description, inputSchema, outputSchema, title } of tools) {
        assert.isAbove(title.length, 5)
        assert.isAbove(description.length, 20)
        assert.strictEqual(inputSchema.type, "object")
        assert.isFalse(inputSchema.additionalProperties)
        assert.strictEqual(outputSchema.type, "object")
        assert.containsAllKeys(annotations, ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
      }
      const writing = tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)
      assert.deepStrictEqual(writing, ["call_operation", "bulk_submit", "job_batch_control"])
      const granting = tools.filter(({ annotations }) => annotations.grantsAccessHint).map(({ name }) => name)
      assert.deepStrictEqual(granting, ["call_operation"])
    }))

  it.effect("has fewer than 4,000 tokens", () =>
    Effect.gen(function*() {
      const tools = yield* (yield* agentOf()).list()
      // JSON takes a token for about four characters; these leave room for worse.
      assert.isBelow(JSON.stringify({ tools }).length, 12_600)
    }))

  it.effect("has only reads at the read-only endpoint", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const tools = yield* agent.list("/mcp/readonly")
      assert.deepStrictEqual(
        tools.map(({ name }) => name),
        names.filter((name) => name !== "bulk_submit" && name !== "job_batch_control")
      )
      for (const { annotations } of tools) assert.isTrue(annotations.readOnlyHint)
      const write = { operationId: "createTag", body: { type: "DOMAIN", label: "vip" } }
      const refused = yield* agent.call("call_operation", write, { path: "/mcp/readonly" })
      assert.isTrue(refused.isError)
      const read = yield* agent.content("call_operation", { operationId: "listTags" }, { path: "/mcp/readonly" })
      assert.deepStrictEqual([read.httpStatus, read.data.total], [200, 0])
      const unknown = yield* agent.call("job_batch_control", {}, { path: "/mcp/readonly" })
      assert.strictEqual(unknown.error.code, -32_602)
    }))
})
