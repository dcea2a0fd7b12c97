import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { CurrentRequest } from "../../src/shared/CurrentRequest.ts"
import { defaultHttpSettings, HttpSettings } from "../../src/shared/HttpSettings.ts"
import { RateLimiter } from "../../src/shared/RateLimiter.ts"

const rate = { perSecond: 2, burst: 4 }
const settings = { ...defaultHttpSettings, rateLimits: { read: rate, write: rate, names: rate, tokens: rate } }
const limited = RateLimiter.layer.pipe(Layer.provide(Layer.succeed(HttpSettings, settings)))

/** Number of consecutive tokens, and seconds until the next one. */
const drain = Effect.fnUntraced(function*(holder: string) {
  const limiter = yield* RateLimiter
  for (let given = 0; given < 100; given++) {
    const result = yield* Effect.result(limiter.take("read", holder))
    if (Result.isFailure(result)) return { given, retry_after: result.failure.retry_after }
  }
  return { given: 100, retry_after: 0 }
})

describe("RateLimiter", () => {
  it.effect("grants a burst, then the refill", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* drain("a"), { given: 4, retry_after: 1 })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* drain("a"), { given: 2, retry_after: 1 })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* drain("a"), { given: 4, retry_after: 1 })
    }).pipe(Effect.provide(limited)))

  it.effect("separates holders and kinds", () =>
    Effect.gen(function*() {
      yield* drain("a")
      assert.deepStrictEqual((yield* drain("b")).given, 4)
      yield* (yield* RateLimiter).take("write", "a")
    }).pipe(Effect.provide(limited)))

  it.effect("serves a cost above the capacity from a full bucket, whose balance becomes negative", () =>
    Effect.gen(function*() {
      const { take } = yield* RateLimiter
      yield* take("names", "a", 10)
      const refused = yield* Effect.flip(take("names", "a", 1))
      assert.strictEqual(refused.retry_after, 4)
      yield* TestClock.adjust("4 seconds")
      yield* take("names", "a", 1)
    }).pipe(Effect.provide(limited)))

  it.effect("reports the remaining tokens", () =>
    Effect.gen(function*() {
      const { take } = yield* RateLimiter
      const current: CurrentRequest["Service"] = {
        id: "1",
        route: undefined,
        actor: undefined,
        body: undefined,
        headers: {}
      }
      const headersAfter = (cost: number) =>
        Effect.as(Effect.ignore(take("read", "a", cost)), { ...current.headers }).pipe(
          Effect.provideService(CurrentRequest, current),
          Effect.map(() => ({ ...current.headers }))
        )
      assert.deepStrictEqual(yield* headersAfter(3), {
        "ratelimit-limit": "4",
        "ratelimit-remaining": "1",
        "ratelimit-reset": "2"
      })
      assert.deepStrictEqual(yield* headersAfter(2), {
        "ratelimit-limit": "4",
        "ratelimit-remaining": "1",
        "ratelimit-reset": "2",
        "retry-after": "1"
      })
    }).pipe(Effect.provide(limited)))

  it.effect("drops the least recently used buckets, so that memory is bounded", () =>
    Effect.gen(function*() {
      const { take } = yield* RateLimiter
      yield* drain("first")
      yield* drain("busy")
      for (let index = 0; index < 9_999; index++) yield* take("read", `holder-${index}`)
      assert.strictEqual((yield* drain("busy")).given, 0)
      assert.strictEqual((yield* drain("first")).given, 4)
    }).pipe(Effect.provide(limited)))
})
