import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformOptions, type PlatformServices, type Storage } from "@namewright/core/embed"
import { RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import type { Registry } from "@namewright/core/registry"
import { Transaction } from "@namewright/core/shared"
import type { TldSpec } from "@namewright/core/tlds"
import { Effect, Layer, Option } from "effect"

/**
 * Platform on a file that calls `onStep` at each point at which a crash leaves a different state: before and after
 * every commit, and after a registry has carried out a command.
 */
export const crashingPlatform = (filename: string, onStep: Effect.Effect<void>): Layer.Layer<PlatformServices> =>
  steppingPlatform(sqlite({ filename, synchronous: "normal" }), onStep)

/** Transactions that call `onStep` before and after every commit. */
export const steppingTransactions = (onStep: Effect.Effect<void>) => {
  const after = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.tap(work, onStep)
  return Layer.effect(
    Transaction,
    Effect.map(
      Transaction,
      (transaction) =>
        Transaction.of({
          ...transaction,
          atomically: (work) => after(transaction.atomically(after(work))),
          joined: (work) => after(transaction.joined(after(work)))
        })
    )
  )
}

/** As `crashingPlatform`, on any storage. */
export const steppingPlatform = <E>(
  storage: Layer.Layer<Storage, E>,
  onStep: Effect.Effect<void>,
  tlds: ReadonlyArray<TldSpec> = [],
  nameservers?: PlatformOptions["nameservers"],
  registrars?: PlatformOptions["registrars"]
): Layer.Layer<PlatformServices> => {
  const after = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.tap(work, onStep)

  const steppingRegistry = (registry: Registry): Registry => ({
    ...registry,
    createDomain: (command) => after(registry.createDomain(command)),
    renewDomain: (command) => after(registry.renewDomain(command)),
    deleteDomain: (command) => after(registry.deleteDomain(command)),
    restoreDomain: (command) => after(registry.restoreDomain(command)),
    updateDomain: (command) => after(registry.updateDomain(command)),
    requestTransfer: (command) => after(registry.requestTransfer(command)),
    createContact: (command) => after(registry.createContact(command)),
    createHost: (command) => after(registry.createHost(command)),
    updateHost: (command) => after(registry.updateHost(command))
  })

  const registries = Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      ...router,
      find: (backend: string) => Option.map(router.find(backend), steppingRegistry)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))

  return Layer.orDie(
    layerPlatform({
      storage: steppingTransactions(onStep).pipe(Layer.provideMerge(storage)),
      registries,
      tlds,
      nameservers,
      registrars
    })
  )
}
