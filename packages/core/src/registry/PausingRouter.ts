import { DateTime, Duration, Effect, Layer, Option } from "effect"
import { Instant } from "../shared/index.ts"
import { TldCatalog } from "../tlds/index.ts"
import type { Registry } from "./Registry.ts"
import { lastPause, type RegistryMaintenance } from "./RegistryMaintenance.ts"
import { RegistryMaintenanceStore } from "./RegistryMaintenanceStore.ts"
import { RegistryRouter } from "./RegistryRouter.ts"
import { routedRegistry } from "./routedRegistry.ts"

/** Maximum age of the maintenances that a process caches. */
const freshness = Duration.seconds(10)
/** Time for which ended maintenances are still read, for commands that waited during them. */
const lookBack = Duration.days(3)
/** Maximum number of maintenances that are read; registries announce a few at a time. */
const most = 1000

/**
 * Reads the announced maintenances at most once in `freshness`. If the storage is unavailable, the last ones are used.
 */
const makeRemembered = Effect.gen(function*() {
  const store = yield* RegistryMaintenanceStore
  let known: { readonly on: Instant.Instant; readonly maintenances: ReadonlyArray<RegistryMaintenance> } | undefined

  return Effect.gen(function*() {
    const now = yield* Instant.now
    if (known !== undefined && Duration.isLessThan(DateTime.distance(known.on, now), freshness)) {
      return known.maintenances
    }
    const read = yield* Effect.catchCause(
      store.since(DateTime.subtractDuration(now, lookBack), most),
      (cause) =>
        Effect.as(
          Effect.logWarning("The maintenances of registries could not be read", cause),
          known?.maintenances ?? []
        )
    )
    known = { on: now, maintenances: read }
    return read
  })
})

/** The registries of another router, paused during their maintenances. */
export const layerPausingRouter: Layer.Layer<
  RegistryRouter,
  never,
  RegistryRouter | RegistryMaintenanceStore | TldCatalog
> = Layer.effect(
  RegistryRouter,
  Effect.gen(function*() {
    const router = yield* RegistryRouter
    const specs = yield* (yield* TldCatalog).list
    const remembered = yield* makeRemembered
    const routed = new WeakMap<Registry, Registry>()

    const zonesOf = (backend: string) =>
      specs.filter((spec) => spec.backend === backend).flatMap(({ tlds }) => tlds.map(({ name }) => name))

    const pauseOf = Effect.fnUntraced(function*(backend: string, name: string | null) {
      const maintenances = (yield* remembered).filter(({ registry }) => registry === backend)
      if (maintenances.length === 0) return Option.none()
      const zones = zonesOf(backend)
      const inZones = name !== null && zones.some((zone) => name.endsWith(`.${zone}`))
      return Option.fromUndefinedOr(lastPause(maintenances, { name: inZones ? name : null, zones }, yield* Instant.now))
    })

    const withPauses = (registry: Registry): Registry => {
      const known = routed.get(registry) ?? routedRegistry(registry, (name) => pauseOf(registry.key, name))
      routed.set(registry, known)
      return known
    }

    return RegistryRouter.of({
      ...router,
      find: (backend) => Option.map(router.find(backend), withPauses),
      lastPause: pauseOf
    })
  })
)
