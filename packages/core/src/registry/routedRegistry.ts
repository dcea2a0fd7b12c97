import { Effect, Option } from "effect"
import { Instant } from "../shared/index.ts"
import { currentPause, secondsUntil } from "./currentPause.ts"
import { observedCall } from "./observedCall.ts"
import { outsideTransactions } from "./outsideTransactions.ts"
import type { Registry } from "./Registry.ts"
import { RegistryTemporary } from "./RegistryError.ts"
import type { Pause } from "./RegistryMaintenance.ts"

/** The most recent pause of commands about a name, or about an object without a name (null). */
export type PauseOf = (name: string | null) => Effect.Effect<Option.Option<Pause>>

/**
 * A registry as the services use it. Its queries and commands are spans and measured, and are refused in a transaction of
 * the host. During a maintenance they fail as temporary, and nothing is sent; the message queue is still read, because a
 * message may end the maintenance early.
 *
 * One function surrounds all members: a platform has a registry for each backend of the catalogue.
 */
export const routedRegistry = (registry: Registry, pauseOf: PauseOf): Registry => {
  const sent = <A, E>(command: keyof Registry, call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    observedCall(registry.key, command, outsideTransactions(call))
  const about = <A, E>(name: string | null, command: keyof Registry, call: Effect.Effect<A, E>) =>
    unlessPaused(registry.key, pauseOf(name), sent(command, call))
  return {
    key: registry.key,
    account_id: registry.account_id,
    capabilities: registry.capabilities,
    checkDomains: (names, token) =>
      checkedUnlessPaused(
        names,
        registry.key,
        pauseOf,
        (free) => sent("checkDomains", registry.checkDomains(free, token))
      ),
    infoDomain: (name, authCode) => about(name, "infoDomain", registry.infoDomain(name, authCode)),
    createDomain: (command) => about(command.name, "createDomain", registry.createDomain(command)),
    renewDomain: (command) => about(command.name, "renewDomain", registry.renewDomain(command)),
    updateDomain: (command) => about(command.name, "updateDomain", registry.updateDomain(command)),
    deleteDomain: (command) => about(command.name, "deleteDomain", registry.deleteDomain(command)),
    restoreDomain: (command) => about(command.name, "restoreDomain", registry.restoreDomain(command)),
    requestTransfer: (command) => about(command.name, "requestTransfer", registry.requestTransfer(command)),
    queryTransfer: (name, authCode) => about(name, "queryTransfer", registry.queryTransfer(name, authCode)),
    cancelTransfer: (command) => about(command.name, "cancelTransfer", registry.cancelTransfer(command)),
    approveTransfer: (command) => about(command.name, "approveTransfer", registry.approveTransfer(command)),
    rejectTransfer: (command) => about(command.name, "rejectTransfer", registry.rejectTransfer(command)),
    requestAuthCode: (command) => about(command.name, "requestAuthCode", registry.requestAuthCode(command)),
    releaseDomain: (command) => about(command.name, "releaseDomain", registry.releaseDomain(command)),
    infoContact: (handle) => about(null, "infoContact", registry.infoContact(handle)),
    createContact: (command) => about(null, "createContact", registry.createContact(command)),
    deleteContact: (command) => about(null, "deleteContact", registry.deleteContact(command)),
    reportVerification: (command) => about(null, "reportVerification", registry.reportVerification(command)),
    infoHost: (hostname) => about(hostname, "infoHost", registry.infoHost(hostname)),
    createHost: (command) => about(command.hostname, "createHost", registry.createHost(command)),
    updateHost: (command) => about(command.hostname, "updateHost", registry.updateHost(command)),
    deleteHost: (command) => about(command.hostname, "deleteHost", registry.deleteHost(command)),
    nextMessage: Effect.suspend(() => sent("nextMessage", registry.nextMessage)),
    acknowledgeMessage: (messageId) => sent("acknowledgeMessage", registry.acknowledgeMessage(messageId))
  }
}

const unlessPaused = Effect.fnUntraced(function*<A, E>(
  registry: string,
  lastPause: Effect.Effect<Option.Option<Pause>>,
  call: Effect.Effect<A, E>
) {
  const pause = yield* currentPause(lastPause)
  return yield* Option.isSome(pause) ? Effect.fail(yield* paused(registry, pause.value)) : call
})

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
const checkedUnlessPaused = Effect.fnUntraced(function*(
  names: Parameters<Registry["checkDomains"]>[0],
  registry: string,
  pauseOf: PauseOf,
  check: Registry["checkDomains"]
) {
  const pauses = yield* Effect.forEach(names, (name) => currentPause(pauseOf(name)))
  const free = names.filter((_, index) => Option.isNone(pauses[index] ?? Option.none()))
  const [first] = pauses.flatMap((pause) => Option.toArray(pause))
  if (first === undefined) return yield* check(names)
  const failure = yield* paused(registry, first)
  if (free.length === 0) return yield* failure
  const checked = new Map((yield* check(free)).map((answer) => [answer.name, answer]))
  return names.flatMap((name, index) => {
    if (Option.isNone(pauses[index] ?? Option.none())) return checked.get(name) ?? []
    return [{ name, available: false, reason: null, error: failure.text, premium: null, claims_key: null }]
  })
})
