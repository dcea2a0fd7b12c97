import { type Accepted, type CommandError, type Registry, RegistryOutcomeUnknown } from "@namewright/core/registry"
import type { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { changedRegistries } from "./changedRegistries.ts"

type Deferred = {
  readonly status: "pendingUpdate" | "pendingRenew"
  readonly work: Effect.Effect<unknown, CommandError>
}

/**
 * Simulated registries with two changes. Updates and renewals of names that begin with `thought-` wait for a decision.
 * The first renewal or create of a name that begins with `late-` gets no response and arrives with the second one.
 */
export const unusualRegistries = () => {
  const waiting = new Map<DomainName, Deferred>()
  const delayed = new Map<DomainName, Effect.Effect<unknown, CommandError>>()

  const thoughtful = <C extends { readonly name: DomainName }, A extends Accepted>(
    status: Deferred["status"],
    call: (command: C) => Effect.Effect<A, CommandError>,
    later: A
  ) =>
  (command: C): Effect.Effect<A, CommandError> =>
    command.name.startsWith("thought-")
      ? Effect.sync(() => {
        waiting.set(command.name, { status, work: call(command) })
        return later
      })
      : call(command)

  const late = <C extends { readonly name: DomainName; readonly command_id: string }, A>(
    call: (command: C) => Effect.Effect<A, CommandError>
  ) =>
  (command: C): Effect.Effect<A, CommandError> =>
    Effect.suspend(() => {
      if (!command.name.startsWith("late-")) return call(command)
      const first = delayed.get(command.name)
      delayed.delete(command.name)
      if (first !== undefined) return Effect.andThen(first, call(command))
      delayed.set(command.name, call(command))
      return Effect.fail(new RegistryOutcomeUnknown({ command_id: command.command_id, text: "No answer" }))
    })

  const unusual = (registry: Registry): Registry => ({
    ...registry,
    updateDomain: thoughtful("pendingUpdate", registry.updateDomain, { completed: false }),
    renewDomain: late(
      thoughtful("pendingRenew", registry.renewDomain, { completed: false, expires_on: null, cost: null })
    ),
    createDomain: late(registry.createDomain),
    infoDomain: (name, code) =>
      Effect.map(
        registry.infoDomain(name, code),
        Option.map((seen) => {
          const deferred = waiting.get(name)
          return deferred === undefined ? seen : { ...seen, statuses: [...seen.statuses, deferred.status] }
        })
      )
  })

  return {
    /** Decides on the pending command of a name. */
    decide: (name: DomainName, accepts: boolean) =>
      Effect.suspend(() => {
        const deferred = waiting.get(name)
        waiting.delete(name)
        return accepts && deferred !== undefined ? Effect.asVoid(deferred.work) : Effect.void
      }),
    registries: changedRegistries(unusual)
  }
}
