import { Context, Effect, Layer, Option } from "effect"
import type { Registry } from "./Registry.ts"
import type { Pause } from "./RegistryMaintenance.ts"

/** The registries of this installation, by key. */
export class RegistryRouter extends Context.Service<RegistryRouter, {
  /** Keys of the registries. */
  readonly keys: ReadonlyArray<string>
  /** Keys of the registries that have a message queue. */
  readonly queues: ReadonlyArray<string>
  /**
   * The registry of a TLD specification's `backend`, the same object each time; none if this installation has no such
   * registry.
   */
  readonly find: (backend: string) => Option.Option<Registry>
  /**
   * Keys of the registries whose message queues may contain messages, found in one call; the queues of the others are
   * empty. Absent if each queue has to be read.
   */
  readonly waiting?: Effect.Effect<ReadonlySet<string>>
  /**
   * The most recent pause of a backend that has begun; it may have ended. `name` is the name of the command's object,
   * or null for an object without a name. Absent if the registries never pause.
   */
  readonly lastPause?: (backend: string, name: string | null) => Effect.Effect<Option.Option<Pause>>
}>()("@namewright/core/registry/RegistryRouter") {
  /** One registry serves every backend that has no registry of its own. */
  static readonly make = (
    registries: ReadonlyArray<Registry>,
    fallback: Option.Option<Registry> = Option.none()
  ): RegistryRouter["Service"] => {
    const all = [...new Set([...registries, ...Option.toArray(fallback)])]
    return {
      keys: all.map(({ key }) => key),
      queues: all.filter(({ capabilities }) => capabilities.poll).map(({ key }) => key),
      find: (backend) =>
        Option.orElse(Option.fromUndefinedOr(registries.find((registry) => registry.key === backend)), () => fallback)
    }
  }

  static readonly layerOf = (registries: ReadonlyArray<Registry>, fallback?: Registry): Layer.Layer<RegistryRouter> =>
    Layer.effect(
      RegistryRouter,
      Effect.sync(() => RegistryRouter.make(registries, Option.fromUndefinedOr(fallback)))
    )
}
