import { assert, it } from "@effect/vitest"
import { Entropy } from "@namewright/core/shared"
import { Effect } from "effect"

it.effect("Randomness drawn ahead is handed out once, in pieces of any size", () =>
  Effect.gen(function*() {
    const entropy = yield* Entropy
    const drawn = yield* Effect.forEach(
      Array.from({ length: 2000 }, (_, index) => 16 + index % 7),
      (size) => entropy.randomBytes(size)
    )
    assert.strictEqual(new Set(drawn.map((bytes) => Buffer.from(bytes).toString("hex"))).size, drawn.length)
    assert.deepStrictEqual(drawn.map(({ length }) => length).slice(0, 8), [16, 17, 18, 19, 20, 21, 22, 16])
    const large = yield* entropy.randomBytes(50_000)
    const average = large.reduce((sum, byte) => sum + byte, 0) / large.length
    assert.approximately(average, 127.5, 4)
  }))
