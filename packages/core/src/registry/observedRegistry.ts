import { Cause, Clock, Effect, Exit, Metric, Option, Predicate } from "effect"
import { durationBounds, untraced } from "../telemetry/index.ts"
import type { Registry } from "./Registry.ts"

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

const observed = (registry: string, command: string, member: unknown): unknown => {
  if (!Effect.isEffect(member)) return member
  const measured = Effect.flatMap(
    Clock.currentTimeNanos,
    (started) =>
      Effect.onExit(member, (exit) =>
        Effect.flatMap(Clock.currentTimeNanos, (ended) =>
          Metric.update(
            Metric.withAttributes(duration, { registry, command, outcome: outcomeOf(exit) }),
            Number(ended - started) / 1e9
          )))
  )
  return measured.pipe(Effect.withSpan(`registry ${command}`, {
    kind: "client",
    attributes: { "namewright.registry.name": registry, "namewright.registry.command": command }
  }, untraced))
}

/** The same registry, of which every query and command is a span, and measured. */
export const observedRegistry = (registry: Registry): Registry =>
  new Proxy(registry, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      return Predicate.isFunction(member)
        ? (...args: ReadonlyArray<unknown>) => observed(target.key, String(key), Reflect.apply(member, target, args))
        : observed(target.key, String(key), member)
    }
  })
