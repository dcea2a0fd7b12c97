import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf } from "../mcp/agent.ts"
import { AgentEndpoint } from "../mcp/AgentEndpoint.ts"

layer(AgentEndpoint.layer)("An agent's upload", (it) => {
  it.effect("is stored once a person has approved its contents, and no others", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      const callOf = (content: string) => ({ operationId: "uploadBrandingAsset", body: { file: btoa(content) } })
      const formless = { capabilities: {} }
      const svg = `<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>`
      const asked = yield* agent.content("call_operation", callOf(svg), formless)
      assert.strictEqual(asked.status, "confirmation_required")
      const { confirmationToken } = asked
      const other = yield* agent.content("call_operation", { ...callOf(`${svg} `), confirmationToken }, formless)
      assert.notStrictEqual(other.httpStatus, 201)
      const { data, httpStatus } = yield* agent.content(
        "call_operation",
        { ...callOf(svg), confirmationToken },
        formless
      )
      assert.deepStrictEqual([httpStatus, data.content_type], [201, "image/svg+xml"])
      const list = yield* agent.content("call_operation", { operationId: "listBrandingAssets" })
      assert.deepStrictEqual(list.data.assets, [data])
    }))
})
