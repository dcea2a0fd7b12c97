import { assert, layer } from "@effect/vitest"
import { Approvals } from "@namewright/core/approvals"
import { Money } from "@namewright/core/shared"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { issuesOf } from "../support/problems.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { requestedApproval, unknownApproval } from "./requestedApproval.ts"

layer(TestPlatform.layer)("GET /v1/approvals/{approval_id}", (it) => {
  it.effect("200: the request, its addressee and its outcome, without the token", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const cost = { amount: Money.MinorUnits.make(1234), currency: "EUR" } as const
      yield* TestClock.setTime(Date.parse("2026-11-22T12:00:00Z"))
      const asked = yield* requestedApproval(call.organization, { cost })
      const approvals = yield* Approvals
      yield* asked.act(approvals.answer(asked.token, { action: "decline", note: "Not yet" }))
      yield* TestClock.adjust("1 minute")
      yield* asked.consume
      yield* asked.act(approvals.recordStatus(asked.approval_id, 200))

      const { body, status } = yield* call("GET", `/v1/approvals/${asked.approval_id}`)
      const step = (kind: string, created_on: string, note: string | null = null) => ({
        step: kind,
        user_id: asked.user_id,
        note,
        created_on
      })
      assert.deepStrictEqual([status, body], [200, {
        approval_id: asked.approval_id,
        organization_id: call.organization,
        user_id: asked.user_id,
        client_id: "test-client",
        scopes: ["service:mcp"],
        operation_id: "updateDomain",
        action_hash: "a".repeat(64),
        state: "consumed",
        path: "token",
        safety: { read: false, write: true, cost: false, destructive: true, access: false },
        message: "Change example.com?",
        summary: ["example.com"],
        changes: [{ field: "renewal_mode", before: "renew", after: "expire" }],
        cost: { amount: "12.34", currency: "EUR" },
        note: "Not yet",
        decision: null,
        decided_by: null,
        decided_on: null,
        created_on: "2026-11-22T12:00:00Z",
        expires_on: "2026-11-22T12:05:00Z",
        consumed_on: "2026-11-22T12:01:00Z",
        http_status: 200,
        contents: [],
        history: [
          step("challenged", "2026-11-22T12:00:00Z"),
          step("decline", "2026-11-22T12:00:00Z", "Not yet"),
          step("consumed", "2026-11-22T12:01:00Z"),
          step("ended", "2026-11-22T12:01:00Z")
        ]
      }])
      assert.notInclude(JSON.stringify(body), Redacted.value(asked.token).split(".").at(-1) ?? "")
    }))

  it.effect("404: an unknown approval, and one of another organization", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const stranger = yield* caller()
      const { approval_id } = yield* requestedApproval(call.organization)
      for (const id of [unknownApproval, approval_id]) {
        const { body, status } = yield* stranger("GET", `/v1/approvals/${id}`)
        assert.deepStrictEqual([status, body.code, body.approval_id], [404, "ERROR_APPROVAL_NOT_FOUND", id])
      }
    }))

  it.effect("422: an id of another kind", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", "/v1/approvals/event_01h455vb4pex5vsknk084sn02q")
      assert.deepStrictEqual([status, issuesOf(body)], [422, [["path.approval_id", "typeid_parsing"]]])
    }))
})
