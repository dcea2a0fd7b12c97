import {
  type CommandError,
  type DomainDeleted,
  type NamedDomain,
  type Registry,
  type RegistryDomain,
  RegistryOutcomeUnknown
} from "@namewright/core/registry"
import type { DomainName, Money } from "@namewright/core/shared"
import { Duration, Effect, type Option } from "effect"
import { changedRegistries } from "./changedRegistries.ts"

/**
 * Simulated registries whose queries lag by five minutes. A name that begins with `behind-` is shown unchanged after
 * its deletion until `catchUp` or a second deletion. The response contains a credit of zero, and is lost if the name
 * begins with `behind-lost`.
 */
export const deletionsBehind = () => {
  const shown = new Map<DomainName, Option.Option<RegistryDomain>>()
  const sent: Array<DomainName> = []
  const credit: Money.Money = { amount: 0 as Money.MinorUnits, currency: "EUR" }

  const deleteBehind = Effect.fnUntraced(function*(registry: Registry, command: NamedDomain) {
    if (!shown.delete(command.name)) shown.set(command.name, yield* Effect.orDie(registry.infoDomain(command.name)))
    yield* registry.deleteDomain(command)
    return command.name.startsWith("behind-lost")
      ? yield* new RegistryOutcomeUnknown({ command_id: command.command_id, text: "No answer" })
      : { completed: true, credit }
  })

  const unusual = (registry: Registry): Registry => ({
    ...registry,
    capabilities: { ...registry.capabilities, lookup_lag: Duration.minutes(5) },
    deleteDomain: (command): Effect.Effect<DomainDeleted, CommandError> => {
      sent.push(command.name)
      return command.name.startsWith("behind-") ? deleteBehind(registry, command) : registry.deleteDomain(command)
    },
    infoDomain: (name, code) =>
      Effect.suspend(() => {
        const before = shown.get(name)
        return before === undefined ? registry.infoDomain(name, code) : Effect.succeed(before)
      })
  })

  return {
    catchUp: Effect.sync(() => shown.clear()),
    /** Number of deletions of a name that were sent. */
    sentFor: (name: DomainName) => sent.filter((one) => one === name).length,
    registries: changedRegistries(unusual)
  }
}
