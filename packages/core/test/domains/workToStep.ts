import type { PlatformServices } from "@namewright/core/embed"
import { CurrentActor } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { crashingPlatform } from "./CrashingPlatform.ts"
import type { Customer } from "./DomainsPlatform.ts"

/** Arguments of a process started by `runToStep`. */
export const startedFor = (): Pick<Customer, "actor" | "act"> => {
  const actor: Customer["actor"] = JSON.parse(
    process.env["ACTOR"] ?? "{}",
    (key, value) => key === "permissions" ? new Set(value) : value
  )
  return { actor, act: (work) => Effect.provideService(work, CurrentActor, actor) }
}

/** Runs work on the platform of a file, and kills its own process (SIGKILL) at a step. */
export const workToStep = (
  filename: string,
  step: number,
  work: Effect.Effect<unknown, unknown, PlatformServices>,
  platform: (filename: string, onStep: Effect.Effect<void>) => Layer.Layer<PlatformServices> = crashingPlatform
): Promise<void> => {
  let steps = 0
  let working = false
  const die = Effect.suspend(() => {
    if (!working || ++steps !== step) return Effect.void
    process.kill(process.pid, "SIGKILL")
    return Effect.never
  })
  const counted = Effect.gen(function*() {
    working = true
    yield* work
    working = false
  })
  return Effect.runPromise(Effect.provide(counted, platform(filename, die)))
}
