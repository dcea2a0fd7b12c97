import { Effect, Metric } from "effect"

const escalated = Metric.counter("registry_intents_escalated_total", {
  description: "Commands whose outcome an operator has to decide, by registry and kind",
  incremental: true
})

const waiting = Metric.gauge("registry_intents_escalated", {
  description: "Commands that wait for the decision of an operator, by registry"
})

/** Counts an escalated command. */
export const countEscalation = (registry: string, kind: string): Effect.Effect<void> =>
  Metric.update(Metric.withAttributes(escalated, { registry, kind }), 1)

/** Sets the number of commands of each registry that wait for an operator. */
export const showEscalations = (
  registries: ReadonlyArray<string>,
  counts: ReadonlyMap<string, number>
): Effect.Effect<void> =>
  Effect.forEach(
    new Set([...registries, ...counts.keys()]),
    (registry) => Metric.update(Metric.withAttributes(waiting, { registry }), counts.get(registry) ?? 0),
    { discard: true }
  )
