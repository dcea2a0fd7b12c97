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

/** The domain after a command that costs something. */
export interface SeenAndPaid {
  readonly seen: RegistryDomain
  /** Whether the registry answered the command just now; the outcome of an earlier one was looked up. */
  readonly isAnswered: boolean
  /** What the registry charged; null where it does not say. */
  readonly cost: Money.Money | null
}

export const answeredWith = (seen: RegistryDomain, { cost }: Pick<SeenAndPaid, "cost">): SeenAndPaid => ({
  seen,
  isAnswered: true,
  cost
})

/** A look-up shows the domain without the registry's charge. */
export const lookedUp = (seen: RegistryDomain): SeenAndPaid => ({ seen, isAnswered: false, cost: null })

/**
 * The domain after a command that the registry has carried out; the domain exists. If it is not shown now, that equals no
 * answer: the outcome is unknown, and looked up again.
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
 * The same after an update. If queries may lag behind commands, the answer counts, and the changes are applied to
 * what is shown.
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

/** The same after a renewal, whose answer counts if it is ahead of the look-up. */
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
