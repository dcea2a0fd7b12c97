import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformServices } from "@namewright/core/embed"
import { RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import type { Registry } from "@namewright/core/registry"
import { Transaction } from "@namewright/core/shared"
import { Effect, Layer, Option } from "effect"

/**
 * A platform on a file that calls `onStep` before and after every transaction and every command to a registry: the
 * points at which a process may die.
 */
export const crashingPlatform = (filename: string, onStep: Effect.Effect<void>): Layer.Layer<PlatformServices> => {
  const stepping = <A, E, R>(work: Effect.Effect<A, E, R>) => onStep.pipe(Effect.andThen(work), Effect.tap(onStep))

  const transactions = Layer.effect(
    Transaction,
    Effect.map(
      Transaction,
      (transaction) => Transaction.of({ ...transaction, atomically: (work) => stepping(transaction.atomically(work)) })
    )
  )

  const steppingRegistry = (registry: Registry): Registry => ({
    ...registry,
    createDomain: (command) => stepping(registry.createDomain(command)),
    renewDomain: (command) => stepping(registry.renewDomain(command)),
    deleteDomain: (command) => stepping(registry.deleteDomain(command)),
    restoreDomain: (command) => stepping(registry.restoreDomain(command)),
    updateDomain: (command) => stepping(registry.updateDomain(command)),
    requestTransfer: (command) => stepping(registry.requestTransfer(command))
  })

  const registries = Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      registries: router.registries.map(steppingRegistry),
      find: (backend: string) => Option.map(router.find(backend), steppingRegistry)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))

  const storage = sqlite({ filename, synchronous: "normal" })
  return Layer.orDie(layerPlatform({ storage: transactions.pipe(Layer.provideMerge(storage)), registries }))
}
