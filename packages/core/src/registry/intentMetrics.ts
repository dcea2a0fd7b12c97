import { Effect, Metric } from "effect"

const escalated = Metric.counter("registry_intents_escalated_total", {
  description: "Commands whose outcome an operator has to decide, by registry and kind",
  incremental: true
})

const waiting = Metric.gauge("registry_intents_escalated", {
  description: "Commands that wait for the decision of an operator, by registry"
})

const open = Metric.gauge("registry_intents_open", {
  description: "Commands whose outcome is not stored yet, by registry"
})

/** Counts an escalated command. */
export const countEscalation = (registry: string, kind: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(escalated, { registry, kind }), 1)

/** Numbers of commands by the key of their registry. */
type Counts = ReadonlyMap<string, number>

/** Sets the gauges of open and of escalated commands of each registry. */
export const showIntents = (
  registries: ReadonlyArray<string>,
  counts: { readonly open: Counts; readonly escalated: Counts }
): Effect.Effect<void> =>
  Effect.andThen(show(open, registries, counts.open), show(waiting, registries, counts.escalated))

const show = (gauge: Metric.Gauge<number>, registries: ReadonlyArray<string>, counts: Counts): Effect.Effect<void> =>
  Effect.forEach(
    new Set([...registries, ...counts.keys()]),
    (registry) => Metric.update(Metric.withAttributes(gauge, { registry }), counts.get(registry) ?? 0),
    { discard: true }
  )
