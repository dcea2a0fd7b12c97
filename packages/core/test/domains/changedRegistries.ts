import { type Registry, RegistryRouter, RegistrySimulator } from "@namewright/core/registry"
import { Effect, Layer, Option } from "effect"

/** The simulated registries, each with a change. `queued` are those to whose queues the change adds messages. */
export const changedRegistries = (
  change: (registry: Registry) => Registry,
  queued: () => ReadonlyArray<string> = () => []
) =>
  Layer.effect(
    RegistryRouter,
    Effect.map(RegistryRouter, (router) => ({
      ...router,
      find: (backend: string) => Option.map(router.find(backend), change),
      waiting: Effect.map(
        router.waiting ?? Effect.succeed(new Set<string>()),
        (keys) => new Set([...keys, ...queued()])
      )
    }))
  ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
