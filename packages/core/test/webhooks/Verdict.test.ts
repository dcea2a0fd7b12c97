import { assert, describe, it } from "@effect/vitest"
import { Instant } from "@namewright/core/shared"
import {
  disabling,
  mustBeDisabled,
  retryWaits,
  verdictOf,
  WebhookResponse,
  WebhookSendFailed
} from "@namewright/core/webhooks"
import { DateTime, Duration, Effect } from "effect"

const answer = (status: number) => new WebhookResponse({ status, body: "" })
const failed = new WebhookSendFailed({ kind: "timeout", message: "" })

describe("verdictOf", () => {
  it("takes any 2xx as success and 410 as the end, at any attempt", () => {
    for (const attempt of [1, 4, 8]) {
      for (const status of [200, 201, 204, 299]) {
        assert.strictEqual(verdictOf(answer(status), attempt, 0.5)._tag, "Succeeded")
      }
      assert.strictEqual(verdictOf(answer(410), attempt, 0.5)._tag, "Gone")
    }
  })

  it.each([100, 301, 302, 400, 401, 404, 429, 500, 503])("tries again after %s", (status) => {
    assert.strictEqual(verdictOf(answer(status), 1, 0.5)._tag, "Retry")
  })

  it("tries eight times within a day and a half, and then gives up", () => {
    const waits = Array.from({ length: 7 }, (_, index) => {
      const verdict = verdictOf(failed, index + 1, 0.5)
      return verdict._tag === "Retry" ? Duration.toSeconds(verdict.wait) : 0
    })
    assert.deepStrictEqual(waits, [5, 300, 1800, 7200, 18_000, 36_000, 50_400])
    assert.strictEqual(verdictOf(failed, 8, 0.5)._tag, "Failed")
  })

  it("spreads retries by a tenth", () => {
    for (const [chance, factor] of [[0, 0.9], [1, 1.1]] as const) {
      const verdict = verdictOf(failed, 2, chance)
      assert.strictEqual(verdict._tag === "Retry" ? Duration.toSeconds(verdict.wait) : 0, 300 * factor)
    }
    assert.strictEqual(retryWaits.length, 7)
  })
})

it.effect("an endpoint has failed for days once both the count and the time are reached", () =>
  Effect.gen(function*() {
    const now = yield* Instant.now
    const since = (days: number) => DateTime.subtract(now, { days })
    const has = (failed_deliveries: number, failing_since: Instant.Instant | null) =>
      mustBeDisabled({ failed_deliveries, failing_since }, now)
    assert.isTrue(has(disabling.deliveries, since(3)))
    assert.isFalse(has(disabling.deliveries - 1, since(30)))
    assert.isFalse(has(1000, since(2)))
    assert.isFalse(has(1000, null))
  }))
