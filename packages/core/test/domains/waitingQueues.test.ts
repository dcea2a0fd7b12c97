import { assert, layer } from "@effect/vitest"
import { RegistryMessages } from "@namewright/core/domains"
import { layerPlatform, type PlatformServices } from "@namewright/core/embed"
import { type Registry, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Effect, Layer, Option } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { customer, isOwned, passDays, transferIn } from "./DomainsPlatform.ts"
import { testTlds } from "./testTlds.ts"

/** Keys of the registries whose queue was read. */
const read: Array<string> = []

const counted = (registry: Registry): Registry => ({
  ...registry,
  nextMessage: Effect.andThen(Effect.sync(() => void read.push(registry.key)), registry.nextMessage)
})

const registries = Layer.effect(
  RegistryRouter,
  Effect.map(RegistryRouter, (router) => ({
    ...router,
    find: (backend: string) => Option.map(router.find(backend), counted)
  }))
).pipe(Layer.provide(RegistrySimulator.layerRouter()))

const platform: Layer.Layer<PlatformServices> = Layer.orDie(
  layerPlatform({ storage: memoryDatabase(), tlds: testTlds, registries })
)

layer(platform)("Queues of registries", (it) => {
  it.effect("are read only if the router reports that they may contain messages", () =>
    Effect.gen(function*() {
      const { poll } = yield* RegistryMessages
      assert.strictEqual(yield* poll, 0)
      assert.deepStrictEqual(read, [])
      const owner = yield* customer()
      yield* transferIn(owner, "elsewhere.com")
      yield* passDays(6)
      assert.isTrue(yield* isOwned("elsewhere.com"))
      assert.deepStrictEqual([...new Set(read)], ["verisign"])
      read.length = 0
      assert.strictEqual(yield* poll, 0)
      assert.deepStrictEqual(read, [])
    }))
})
