import { assert, layer } from "@effect/vitest"
import { simulatedAllocationToken as allocation_token } from "@namewright/core/registry"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { registrant } from "./dnssecCaller.ts"

layer(TestPlatform.layer)("allocation tokens", (it) => {
  it.effect("GET /v1/domains/check: names that need the token are available with it", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const check = (query: string) =>
        Effect.map(
          call("GET", `/v1/domains/check?domains=allocation-check.com&domains=token-free.com${query}`),
          ({ body }) => body.results.map(({ available }: { readonly available: boolean }) => available)
        )
      assert.deepStrictEqual(yield* check(""), [false, true])
      assert.deepStrictEqual(yield* check("&allocation_token=wrong"), [false, true])
      assert.deepStrictEqual(yield* check(`&allocation_token=${allocation_token}`), [true, true])
      const { status } = yield* call("GET", "/v1/domains/check?domains=a.com&allocation_token=")
      assert.strictEqual(status, 422)
    }))

  it.effect("POST /v1/domains: the token registers the name, and no response contains it", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const refused = yield* call.register("allocation-wire.com")
      assert.deepStrictEqual([refused.status, refused.code], [409, "ERROR_DOMAIN_UNAVAILABLE"])
      const created = yield* call.register("allocation-wire.com", { allocation_token })
      assert.strictEqual(created.name, "allocation-wire.com")
      assert.notInclude(JSON.stringify(created), allocation_token)
      const tooLong = yield* call.register("allocation-long.com", { allocation_token: "t".repeat(256) })
      assert.strictEqual(tooLong.status, 422)
    }))
})
