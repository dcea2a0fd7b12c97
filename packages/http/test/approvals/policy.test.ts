import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { agentOf } from "../mcp/agent.ts"
import { AgentEndpoint } from "../mcp/AgentEndpoint.ts"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { requestedApproval } from "./requestedApproval.ts"

const path = "/v1/approvals/policy"
const standard = {
  require_web_approval: false,
  require_web_approval_for_risks: false,
  daily_spend_limit: null,
  read_only: false,
  rest_access: false,
  show_auth_codes: true
}
const strict = { ...standard, require_web_approval: true, daily_spend_limit: "250.00", show_auth_codes: false }

const withPages = AgentEndpoint.layerWith({}, { approvalPages: "https://api.example.net/realms/sandbox/approvals/" })

layer(withPages)("/v1/approvals/policy", (it) => {
  it.effect("GET 200: everything is allowed by default", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.deepInclude(yield* call("GET", path), { status: 200, body: standard })
    }))

  it.effect("PUT 200: the new policy of this organization", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      assert.deepInclude(yield* call("PUT", path, strict), { status: 200, body: strict })
      assert.deepInclude(yield* call("GET", path), { status: 200, body: strict })
      assert.deepInclude(yield* (yield* caller())("GET", path), { status: 200, body: standard })
      const { approval_id, approval_url } = yield* requestedApproval(call.organization)
      assert.strictEqual(approval_url, `https://api.example.net/realms/sandbox/approvals/${approval_id}`)
    }))

  it.effect("PUT 403: by an agent, without an approval", () =>
    Effect.gen(function*() {
      const agent = yield* agentOf()
      yield* agent.rest("PUT", path, { ...standard, daily_spend_limit: "10.00" })
      const call = { operationId: "replaceAgentPolicy", body: standard }
      for (const sending of [{}, { capabilities: {} }]) {
        const { data, httpStatus } = yield* agent.content("call_operation", call, sending)
        assert.deepStrictEqual([httpStatus, data.code], [403, "ERROR_PERMISSION_DENIED"])
        assert.strictEqual(data.detail, "Agents cannot change the policy for agents")
      }
      assert.strictEqual((yield* agent.rest("GET", "/v1/approvals")).body.total, 0)
      const read = yield* agent.content("call_operation", { operationId: "getAgentPolicy" })
      assert.deepInclude(read, { httpStatus: 200, data: { ...standard, daily_spend_limit: "10.00" } })
    }))

  it.effect("PUT 422: an invalid policy", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PUT", path, { daily_spend_limit: "-1.00", read_only: "no" })
      assert.deepStrictEqual([status, issuesOf(body)], [422, [
        ["body.require_web_approval", "missing"],
        ["body.daily_spend_limit", "greater_than_equal"],
        ["body.read_only", "bool_parsing"]
      ]])
    }))
})

layer(TestPlatform.layer)("/v1/approvals/policy without a page for approvals", (it) => {
  it.effect("PUT 422: a policy that requires pages for approvals", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("PUT", path, strict)
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["body.require_web_approval", "value_error"]]])
      const forRisks = yield* call("PUT", path, { ...standard, require_web_approval_for_risks: true })
      const refused = [["body.require_web_approval_for_risks", "value_error"]]
      assert.deepStrictEqual([forRisks.status, issuesOf(forRisks.body)], [422, refused])
      assert.deepInclude(yield* call("GET", path), { body: standard })
    }))
})
