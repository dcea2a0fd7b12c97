import { type Registry, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Effect, Layer, Option } from "effect"

/** The simulated registries, each with a change. */
export const changedRegistries = (change: (registry: Registry) => Registry) =>
  Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      registries: router.registries.map(change),
      find: (backend: string) => Option.map(router.find(backend), change)
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
