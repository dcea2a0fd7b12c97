import { Cause, Clock, Effect, Exit, Metric, Option, Predicate } from "effect"
import { durationBounds, untraced } from "../telemetry/index.ts"

const duration = Metric.histogram("registry_command_duration_seconds", {
  description:
    "Seconds of queries and commands of registries, with the wait for a session, by registry, command and outcome",
  boundaries: durationBounds
})

const outcomes: Readonly<Record<string, string>> = {
  RegistryRefusal: "refused",
  RegistryTemporary: "temporary",
  RegistryOutcomeUnknown: "unknown"
}

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "done"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Option.getOrUndefined(Exit.findErrorOption(exit))
  return Predicate.hasProperty(error, "_tag") ? outcomes[String(error._tag)] ?? "failed" : "failed"
}

const series = new Map<string, Metric.Metric<number, unknown>>()

/** The series of a command and outcome, made once instead of for each call. */
const seriesOf = (registry: string, command: string, outcome: string): Metric.Metric<number, unknown> => {
  const key = `${registry} ${command} ${outcome}`
  const made = series.get(key) ?? Metric.withAttributes(duration, { registry, command, outcome })
  series.set(key, made)
  return made
}

/** A query or command of a registry as a span, and measured. */
export const observedCall = <A, E, R>(
  registry: string,
  command: string,
  call: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => {
  const measured = Effect.flatMap(
    Clock.currentTimeNanos,
    (started) =>
      Effect.onExit(
        call,
        (exit) =>
          Effect.flatMap(Clock.currentTimeNanos, (ended) =>
            Metric.update(seriesOf(registry, command, outcomeOf(exit)), Number(ended - started) / 1e9))
      )
  )
  return measured.pipe(Effect.withSpan(`registry ${command}`, {
    kind: "client",
    attributes: { "namewright.registry.name": registry, "namewright.registry.command": command }
  }, untraced))
}
