import { assert, it } from "@effect/vitest"
import { layerPlatform } from "@namewright/core/embed"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

it.effect("layerPlatform shares its storage with the layers of the host that it is merged with", () =>
  Effect.gen(function*() {
    let opened = 0
    const storage = Layer.orDie(memoryDatabase()).pipe(
      Layer.provideMerge(Layer.effectDiscard(Effect.sync(() => void opened++)))
    )
    yield* Layer.build(Layer.fresh(Layer.mergeAll(layerPlatform({ storage }), storage)))
    assert.strictEqual(opened, 1)
  }))
