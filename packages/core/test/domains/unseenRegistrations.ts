import type { Domain } from "@namewright/core/domains"
import {
  type CommandError,
  type DomainCreated,
  type PollMessage,
  type Registry,
  type RegistryDomain,
  RegistryRouter,
  RegistrySimulator
} from "@namewright/core/registry"
import { type DomainName, Instant } from "@namewright/core/shared"
import { DateTime, type Duration, Effect, Layer, Option } from "effect"

/**
 * The simulated registries, which answer a registration of a name that begins with `unseen-` with 1001 and do not show the
 * name. `carryOut` registers it, which queries show after the lag. `announce` queues a message about the decision.
 */
export const unseenRegistrations = (lookup_lag: Duration.Duration) => {
  const accepted = new Map<DomainName, Effect.Effect<DomainCreated, CommandError>>()
  const hiddenUntil = new Map<DomainName, Instant.Instant>()
  const shown = new Map<DomainName, RegistryDomain>()
  const sent: Array<{ readonly name: DomainName; readonly command_id: string }> = []
  const queue: Array<PollMessage & { readonly registry: string }> = []

  const unusual = (registry: Registry): Registry => ({
    ...registry,
    capabilities: { ...registry.capabilities, lookup_lag },
    createDomain: (command) =>
      Effect.suspend(() => {
        if (!command.name.startsWith("unseen-")) return registry.createDomain(command)
        sent.push(command)
        accepted.set(command.name, registry.createDomain(command))
        return Effect.succeed({ completed: false, created_on: null, expires_on: null, cost: null })
      }),
    infoDomain: Effect.fnUntraced(function*(name, code) {
      const replaced = shown.get(name)
      if (replaced !== undefined) return Option.some(replaced)
      const until = hiddenUntil.get(name)
      return until !== undefined && !Instant.hasPassed(until, yield* Instant.now)
        ? Option.none()
        : yield* registry.infoDomain(name, code)
    }),
    nextMessage: Effect.suspend(() => {
      const first = queue.find((message) => message.registry === registry.key)
      return first === undefined ? registry.nextMessage : Effect.succeedSome(first)
    }),
    acknowledgeMessage: (id) =>
      Effect.suspend(() => {
        const index = queue.findIndex(({ message_id }) => message_id === id)
        if (index < 0) return registry.acknowledgeMessage(id)
        queue.splice(index, 1)
        return Effect.void
      })
  })

  return {
    carryOut: Effect.fnUntraced(function*({ name }: Domain) {
      const work = accepted.get(name)
      if (work === undefined) return yield* Effect.die(new Error(`No registration of ${name} is accepted`))
      hiddenUntil.set(name, DateTime.addDuration(yield* Instant.now, lookup_lag))
      yield* Effect.orDie(work)
    }),
    announce: Effect.fnUntraced(function*({ name, registry }: Domain, isAccepted: boolean, command?: string) {
      const command_id = command ?? sent.find((one) => one.name === name)?.command_id ?? null
      queue.push({
        registry,
        message_id: `decision-${name}-${queue.length}`,
        queued_on: yield* Instant.now,
        text: "Decided",
        payload: { _tag: "PendingDecided", name, accepted: isAccepted, command_id },
        object: { roid: null, created_on: null, happened_on: null },
        raw: null
      })
    }),
    /** Shows a name as another registrar's. */
    showAsOthers: ({ name }: Domain, other: RegistryDomain) =>
      Effect.sync(() => {
        shown.set(name, { ...other, name, sponsor: "other", created_on: null, contacts: [], auth_code: null })
      }),
    /** Number of registrations of a name that were sent. */
    sentFor: ({ name }: Domain) => sent.filter((one) => one.name === name).length,
    registries: Layer.effect(
      RegistryRouter,
      Effect.map(RegistryRouter, (router) => ({
        registries: router.registries.map(unusual),
        find: (backend: string) => Option.map(router.find(backend), unusual)
      }))
    ).pipe(Layer.provide(RegistrySimulator.layerRouter()))
  }
}
