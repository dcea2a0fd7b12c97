import { type DateTime, Effect, Option } from "effect"
import { Instant } from "../shared/index.ts"
import type { Registry } from "./Registry.ts"
import { RegistryTemporary } from "./RegistryError.ts"
import type { Pause } from "./RegistryMaintenance.ts"

/** The most recent pause of commands about a name, or about an object without a name (null). */
export type PauseOf = (name: string | null) => Effect.Effect<Option.Option<Pause>>

/** Seconds until a pause ends; at least 1. */
export const secondsUntil = (end: DateTime.Utc, now: DateTime.Utc): number =>
  Math.max(1, Math.ceil((end.epochMilliseconds - now.epochMilliseconds) / 1000))

/** The pause in force; none before the first pause, and after its end. */
export const currentPause = (pauseOf: Effect.Effect<Option.Option<Pause>>) =>
  Effect.gen(function*() {
    const pause = yield* pauseOf
    const now = yield* Instant.now
    return Option.filter(pause, ({ ends_on }) => !Instant.hasPassed(ends_on, now))
  })

/**
 * A registry whose queries and commands fail as temporary during its maintenance; nothing is sent. The message queue is
 * still read, because a message may end the maintenance early.
 */
export const pausedRegistry = (registry: Registry, pauseOf: PauseOf): Registry => {
  const unlessPaused = Effect.fnUntraced(function*<A, E>(name: string | null, call: Effect.Effect<A, E>) {
    const pause = yield* currentPause(pauseOf(name))
    return yield* Option.isSome(pause) ? Effect.fail(yield* paused(registry.key, pause.value)) : call
  })
  const ofDomain =
    <C extends { readonly name: string }, A, E>(send: (command: C) => Effect.Effect<A, E>) => (command: C) =>
      unlessPaused(command.name, send(command))
  const ofHost =
    <C extends { readonly hostname: string }, A, E>(send: (command: C) => Effect.Effect<A, E>) => (command: C) =>
      unlessPaused(command.hostname, send(command))
  const ofContact = <C, A, E>(send: (command: C) => Effect.Effect<A, E>) => (command: C) =>
    unlessPaused(null, send(command))
  return {
    ...registry,
    checkDomains: checkedUnlessPaused(registry, pauseOf),
    infoDomain: (name, authCode) => unlessPaused(name, registry.infoDomain(name, authCode)),
    queryTransfer: (name, authCode) => unlessPaused(name, registry.queryTransfer(name, authCode)),
    createDomain: ofDomain(registry.createDomain),
    renewDomain: ofDomain(registry.renewDomain),
    updateDomain: ofDomain(registry.updateDomain),
    deleteDomain: ofDomain(registry.deleteDomain),
    restoreDomain: ofDomain(registry.restoreDomain),
    requestTransfer: ofDomain(registry.requestTransfer),
    cancelTransfer: ofDomain(registry.cancelTransfer),
    approveTransfer: ofDomain(registry.approveTransfer),
    rejectTransfer: ofDomain(registry.rejectTransfer),
    requestAuthCode: ofDomain(registry.requestAuthCode),
    releaseDomain: ofDomain(registry.releaseDomain),
    infoContact: ofContact(registry.infoContact),
    createContact: ofContact(registry.createContact),
    deleteContact: ofContact(registry.deleteContact),
    infoHost: (hostname) => unlessPaused(hostname, registry.infoHost(hostname)),
    createHost: ofHost(registry.createHost),
    updateHost: ofHost(registry.updateHost),
    deleteHost: ofHost(registry.deleteHost)
  }
}

const paused = Effect.fnUntraced(function*(registry: string, { ends_on }: Pause) {
  return new RegistryTemporary({
    text: `Maintenance of ${registry} until ${Instant.format(ends_on)}`,
    maintenance: { ends_on, retry_after: secondsUntil(ends_on, yield* Instant.now) }
  })
})

/**
 * Checks the names that no maintenance concerns, and returns the others unchecked with an error. Fails if a maintenance
 * concerns every name.
 */
const checkedUnlessPaused = (registry: Registry, pauseOf: PauseOf): Registry["checkDomains"] =>
  Effect.fnUntraced(function*(names) {
    const pauses = yield* Effect.forEach(names, (name) => currentPause(pauseOf(name)))
    const free = names.filter((_, index) => Option.isNone(pauses[index] ?? Option.none()))
    const [first] = pauses.flatMap((pause) => Option.toArray(pause))
    if (first === undefined) return yield* registry.checkDomains(names)
    const failure = yield* paused(registry.key, first)
    if (free.length === 0) return yield* failure
    const checked = new Map((yield* registry.checkDomains(free)).map((answer) => [answer.name, answer]))
    return names.flatMap((name, index) => {
      if (Option.isNone(pauses[index] ?? Option.none())) return checked.get(name) ?? []
      return [{ name, available: false, reason: null, error: failure.text, premium: null, claims_key: null }]
    })
  })
