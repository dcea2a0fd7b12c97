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
export interface SeenAndPaid {
  readonly seen: RegistryDomain
  /** True if the registry has responded to the command; false if the outcome was looked up. */
  readonly isAnswered: boolean
  /** Fee that the registry charged; null if it is not reported. */
  readonly cost: Money.Money | null
}

export const answeredWith = (seen: RegistryDomain, { cost }: Pick<SeenAndPaid, "cost">): SeenAndPaid => ({
  seen,
  isAnswered: true,
  cost
})

/** Result of a query, which does not include the registry's fee. */
export const lookedUp = (seen: RegistryDomain): SeenAndPaid => ({ seen, isAnswered: false, cost: null })

/**
 * Queries a domain after a successful command. If the query fails or returns no domain, the outcome of the command is
 * unknown.
 */
export const seenAfter = (
  registry: Registry,
  command_id: CommandId,
  name: DomainName
): Effect.Effect<RegistryDomain, RegistryOutcomeUnknown> => {
  const unseen = (text: string) => new RegistryOutcomeUnknown({ command_id, text })
  return registry.infoDomain(name).pipe(
    Effect.mapError((error) => unseen(error.message)),
    Effect.flatMap(Option.match({
      onNone: () => Effect.fail(unseen(`${name} is not shown`)),
      onSome: (seen) => Effect.succeed(seen)
    }))
  )
}

/**
 * As `seenAfter`, after an update. If queries may lag behind commands, the changes are applied to the result of the
 * query.
 */
export const seenUpdated = (
  registry: Registry,
  { add, change, command_id, name, remove }: UpdateDomain
): Effect.Effect<RegistryDomain, RegistryOutcomeUnknown> =>
  Effect.map(seenAfter(registry, command_id, name), (seen) => {
    if (Duration.isZero(registry.capabilities.lookup_lag)) return seen
    return {
      ...seen,
      nameservers: changed(seen.nameservers, add.nameservers, remove.nameservers),
      statuses: changed(seen.statuses, add.statuses, remove.statuses),
      dnssec: changed(seen.dnssec, add.dnssec, remove.dnssec),
      auth_code: change.auth_code === null ? seen.auth_code : null
    }
  })

const changed = <T>(shown: ReadonlyArray<T>, add: ReadonlyArray<T>, remove: ReadonlyArray<T>): ReadonlyArray<T> => [
  ...shown.filter((part) => ![...add, ...remove].some((other) => Equal.equals(part, other))),
  ...add
]

/** As `seenAfter`, after a renewal. The expiry in its response takes precedence if it is later. */
export const seenRenewed = (
  registry: Registry,
  command_id: CommandId,
  name: DomainName,
  { expires_on }: DomainRenewed
): Effect.Effect<RegistryDomain, RegistryOutcomeUnknown> =>
  Effect.map(
    seenAfter(registry, command_id, name),
    (seen) =>
      expires_on !== null && seen.expires_on !== null && DateTime.isLessThan(seen.expires_on, expires_on)
        ? { ...seen, expires_on }
        : seen
  )
