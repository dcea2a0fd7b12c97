import { DateTime, Duration, Effect, Equal, Option } from "effect"
import {
  type CommandId,
  type DomainRenewed,
  type Registry,
  type RegistryDomain,
  RegistryOutcomeUnknown,
  type UpdateDomain
} from "../../registry/index.ts"
import type { DomainName, Money } from "../../shared/index.ts"

/** Domain at the registry after a command with a cost. */
export interface CommandResult {
  readonly registered: RegistryDomain
  /** True if the registry has responded to the command; false if the outcome was looked up. */
  readonly isAnswered: boolean
  /** Fee that the registry charged; null if it is not reported. */
  readonly cost: Money.Money | null
}

export const answeredWith = (registered: RegistryDomain, { cost }: Pick<CommandResult, "cost">): CommandResult => ({
  registered,
  isAnswered: true,
  cost
})

/** Result of a query, which does not include the registry's fee. */
export const lookedUp = (registered: RegistryDomain): CommandResult => ({ registered, isAnswered: false, cost: null })

/**
 * Queries a domain after a successful command. If the query fails or returns no domain, the outcome of the command is
 * unknown.
 */
export const domainAfter = (
  registry: Registry,
  command_id: CommandId,
  name: DomainName
): Effect.Effect<RegistryDomain, RegistryOutcomeUnknown> => {
  const unknown = (text: string) => new RegistryOutcomeUnknown({ command_id, text })
  return registry.infoDomain(name).pipe(
    Effect.mapError((error) => unknown(error.message)),
    Effect.flatMap(Option.match({
      onNone: () => Effect.fail(unknown(`${name} is not shown`)),
      onSome: (registered) => Effect.succeed(registered)
    }))
  )
}

/**
 * As `domainAfter`, after an update. If queries may lag behind commands, the changes are applied to the result of the
 * query.
 */
export const domainAfterUpdate = (
  registry: Registry,
  { add, change, command_id, name, remove }: UpdateDomain
): Effect.Effect<RegistryDomain, RegistryOutcomeUnknown> =>
  Effect.map(domainAfter(registry, command_id, name), (registered) => {
    if (Duration.isZero(registry.capabilities.lookup_lag)) return registered
    return {
      ...registered,
      nameservers: changed(registered.nameservers, add.nameservers, remove.nameservers),
      statuses: changed(registered.statuses, add.statuses, remove.statuses),
      dnssec: changed(registered.dnssec, add.dnssec, remove.dnssec),
      auth_code: change.auth_code === null ? registered.auth_code : null
    }
  })

const changed = <T>(shown: ReadonlyArray<T>, add: ReadonlyArray<T>, remove: ReadonlyArray<T>): ReadonlyArray<T> => [
  ...shown.filter((part) => ![...add, ...remove].some((other) => Equal.equals(part, other))),
  ...add
]

/** As `domainAfter`, after a renewal. The expiry in its response takes precedence if it is later. */
export const domainAfterRenewal = (
  registry: Registry,
  command_id: CommandId,
  name: DomainName,
  { expires_on }: DomainRenewed
): Effect.Effect<RegistryDomain, RegistryOutcomeUnknown> =>
  Effect.map(
    domainAfter(registry, command_id, name),
    (registered) =>
      expires_on !== null && registered.expires_on !== null && DateTime.isLessThan(registered.expires_on, expires_on)
        ? { ...registered, expires_on }
        : registered
  )
