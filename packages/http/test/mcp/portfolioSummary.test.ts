import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

layer(AgentEndpoint.layer)("portfolio_summary", (it) => {
  it.effect("counts the domains of the caller's organization", () =>
    Effect.gen(function*() {
      const { organization, person } = yield* TestPlatform
      const { call } = yield* AgentEndpoint
      const token = yield* person(yield* organization())
      const result = yield* call(token, "portfolio_summary")
      assert.deepStrictEqual(result.structuredContent, {
        domains: {
          total_count: 0,
          by_tld: {},
          expiring_soon: { next_30_days: 0, next_60_days: 0, next_90_days: 0 }
        }
      })
      assert.deepStrictEqual(JSON.parse(result.content[0].text), result.structuredContent)
      assert.strictEqual(result.resultType, "complete")
    }))

  it.effect("returns the refusal if the caller may not read domains", () =>
    Effect.gen(function*() {
      const { organization, person } = yield* TestPlatform
      const { call } = yield* AgentEndpoint
      const token = yield* person(yield* organization(), { rights: ["dns:read"] })
      const result = yield* call(token, "portfolio_summary")
      assert.isTrue(result.isError)
      const { data, httpStatus, operationId, status } = result.structuredContent
      assert.deepStrictEqual([status, operationId, httpStatus, data.code], [
        undefined,
        "getDomainSummary",
        403,
        "ERROR_PERMISSION_DENIED"
      ])
    }))
})
