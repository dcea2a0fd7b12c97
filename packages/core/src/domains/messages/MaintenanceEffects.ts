import { Effect, Metric, Option } from "effect"
import { currentPause, type PollMessage, RegistryMaintenanceStore, type RegistryRouter } from "../../registry/index.ts"
import { Instant } from "../../shared/index.ts"

const paused = Metric.gauge("registry_paused", {
  description: "1 while a maintenance pauses the commands to all names of a registry, else 0"
})

/** Sets the metric of registries that are paused for all names. */
export const showPauses = (router: RegistryRouter["Service"], registries: ReadonlyArray<string>) => {
  const shown = registries.map((registry) => ({ registry, series: Metric.withAttributes(paused, { registry }) }))
  return Effect.forEach(shown, ({ registry, series }) =>
    Effect.flatMap(
      currentPause(router.lastPause?.(registry, null) ?? Effect.succeedNone),
      (pause) => Metric.update(series, Option.isSome(pause) ? 1 : 0)
    ), { discard: true })
}

/** Stores the maintenance that a message announces, changes, withdraws or ends, in the caller's transaction. */
export const makeMaintenanceEffects = Effect.gen(function*() {
  const store = yield* RegistryMaintenanceStore

  return Effect.fnUntraced(function*(registry: string, { payload, queued_on }: PollMessage) {
    if (payload._tag !== "MaintenanceAnnounced") return
    const { change, maintenance } = payload
    const { ends_on, impact, maintenance_id, starts_on } = maintenance
    yield* Effect.logWarning(
      `${registry}: ${change} of the maintenance ${maintenance_id} from ${Instant.format(starts_on)} to ${
        Instant.format(ends_on)
      }, impact ${impact}`
    )
    if (change !== "delete" && change !== "end") return yield* store.put(registry, maintenance)
    const now = yield* Instant.now
    yield* store.end(
      registry,
      maintenance_id,
      queued_on === null || Instant.hasPassed(now, queued_on) ? now : queued_on
    )
  })
})
