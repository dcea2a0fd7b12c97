import {
  type CommandError,
  type DomainDeleted,
  type NamedDomain,
  type Registry,
  type RegistryDomain,
  RegistryOutcomeUnknown,
  RegistryRouter,
  RegistrySimulator
} from "@namewright/core/registry"
import type { DomainName, Money } from "@namewright/core/shared"
import { type Duration, Effect, Layer, Option } from "effect"

/**
 * The simulated registries with unusual answers to deletions. A deletion of a name that begins with `reviewed-` is
 * answered with 1001 and not shown; `decide` carries it out or rejects it. A name that begins with `behind-` is shown
 * unchanged after its deletion until `catchUp` or a second deletion; the answer contains a credit of zero, and is lost
 * if the name begins with `behind-lost`.
 */
export const reviewingRegistries = (lookup_lag: Duration.Duration) => {
  const reviewed = new Map<DomainName, Effect.Effect<DomainDeleted, CommandError>>()
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

  const review = (registry: Registry, command: NamedDomain) =>
    Effect.sync(() => {
      reviewed.set(command.name, registry.deleteDomain(command))
      return { completed: false, credit: null }
    })

  const unusual = (registry: Registry): Registry => ({
    ...registry,
    capabilities: { ...registry.capabilities, lookup_lag },
    deleteDomain: (command): Effect.Effect<DomainDeleted, CommandError> => {
      sent.push(command.name)
      if (command.name.startsWith("reviewed-")) return review(registry, command)
      return command.name.startsWith("behind-") ? deleteBehind(registry, command) : registry.deleteDomain(command)
    },
    infoDomain: (name, code) =>
      Effect.suspend(() => {
        const before = shown.get(name)
        return before === undefined ? registry.infoDomain(name, code) : Effect.succeed(before)
      })
  })

  return {
    decide: (name: DomainName, approves: boolean) =>
      Effect.suspend(() => {
        const deletion = reviewed.get(name)
        reviewed.delete(name)
        return approves && deletion !== undefined ? Effect.asVoid(deletion) : Effect.void
      }),
    catchUp: Effect.sync(() => shown.clear()),
    /** Number of deletions of a name that were sent. */
    sentFor: (name: DomainName) => sent.filter((one) => one === name).length,
    registries: Layer.effect(
      RegistryRouter,
      Effect.map(RegistryRouter, (router) => ({
        registries: router.registries.map(unusual),
        find: (backend: string) => Option.map(router.find(backend), unusual)
      }))
    ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
  }
}
