import { assert, layer } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformServices } from "@namewright/core/embed"
import { type Registry, type RegistryMethod, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Deferred, Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isFull } from "../../../../test/testSize.ts"
import { changingOperations } from "./changingOperations.ts"
import { customer, platformOn, round } from "./DomainsPlatform.ts"
import { assertOnce } from "./faultSuite.ts"
import { testTlds } from "./testTlds.ts"

const moments = ["before", "after"] as const
type Moment = (typeof moments)[number]

/** Registries of which one method never responds. `reached` completes when it is called, or has been carried out. */
const hanging = (method: RegistryMethod, moment: Moment, reached: Deferred.Deferred<void>) => {
  const hang = Effect.andThen(Deferred.succeed(reached, undefined), Effect.never)
  const stuck = (registry: Registry): Registry => {
    const call = registry[method] as (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
    return {
      ...registry,
      [method]: (...args: ReadonlyArray<unknown>) => moment === "before" ? hang : Effect.andThen(call(...args), hang)
    }
  }
  return Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      ...router,
      find: (backend: string) => Option.map(router.find(backend), stuck)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
}

const folder = mkdtempSync(join(tmpdir(), "namewright-hanging-"))
const storage = () => sqlite({ filename: join(folder, "data.sqlite"), synchronous: "normal" })

/** Platform with the process id of another process, which hangs at a command. */
const stuckProcess = (method: RegistryMethod, moment: Moment, reached: Deferred.Deferred<void>) =>
  Layer.orDie(Layer.fresh(
    layerPlatform({ storage: storage(), tlds: testTlds, registries: hanging(method, moment, reached) })
  ))

const otherProcess: Layer.Layer<PlatformServices> = Layer.effectDiscard(
  Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
).pipe(Layer.provideMerge(platformOn(storage())))

layer(otherProcess)("A process that hangs", (it) => {
  for (const [index, operation] of changingOperations.entries()) {
    // Each moment with every second operation in short runs.
    for (const moment of isFull ? moments : moments.slice(index % 2, index % 2 + 1)) {
      it.effect(`${moment} ${operation.title} was carried out leaves it to another one`, () =>
        Effect.gen(function*() {
          const owner = yield* customer()
          const name = `${operation.beginning ?? ""}hangs-${moment}-${index}.${operation.tld}`
          yield* operation.before(owner, name)
          const reached = yield* Deferred.make<void>()
          const stuck = yield* Layer.build(stuckProcess(operation.method, moment, reached))
          yield* Effect.forkDetach(Effect.provideContext(operation.run(owner, name), stuck))
          yield* Deferred.await(reached)
          const meanwhile = yield* Effect.flip(operation.run(owner, name))
          assert.include(
            ["OperationInProgress", "DomainExists", "TransferAlreadyOwned"],
            (meanwhile as { readonly _tag: string })._tag
          )
          yield* TestClock.adjust("1 minute")
          yield* round
          yield* TestClock.adjust("2 minutes")
          yield* round
          yield* TestClock.adjust("3 minutes")
          yield* round
          yield* assertOnce(operation, owner, name)
        }).pipe(Effect.scoped))
    }
  }
})
