import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { loginTurns } from "../../src/server/loginTurns.ts"

describe("turns of logins", () => {
  it.effect("remember every account, and 1,000 client identifiers without one", () =>
    Effect.gen(function*() {
      const turns = loginTurns(new Set(["ours"]), { pause: 1000, waiting: 10 })
      const failed = (clientId: string) => turns.take(clientId, Effect.void, () => "wrong")
      const isDelayed = (clientId: string) =>
        Effect.map(
          Effect.forkChild(failed(clientId), { startImmediately: true }),
          (fiber) => fiber.pollUnsafe() === undefined
        )
      yield* failed("ours")
      yield* failed("first")
      yield* Effect.forEach(Array.from({ length: 998 }, (_, index) => `client-${index}`), failed)
      assert.isTrue(yield* isDelayed("client-0"))
      yield* failed("another")
      yield* failed("one more")
      assert.isTrue(yield* isDelayed("ours"))
      assert.isTrue(yield* isDelayed("client-997"))
      assert.isFalse(yield* isDelayed("first"))
    }))
})
