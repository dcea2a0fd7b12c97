import { Effect, Predicate } from "effect"
import { HostTransaction, RegistryInTransaction } from "../shared/index.ts"
import type { Registry } from "./Registry.ts"

/** Refuses in a transaction of the host, which a registry cannot take part in. */
export const refuseInTransaction = Effect.flatMap(
  HostTransaction,
  (isOpen) => isOpen ? Effect.die(new RegistryInTransaction()) : Effect.void
)

const refusing = (member: unknown): unknown =>
  Effect.isEffect(member) ? Effect.andThen(refuseInTransaction, member) : member

/** The same registry, of which every query and command is refused in a transaction of the host. */
export const outsideTransactions = (registry: Registry): Registry =>
  new Proxy(registry, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key)
      return Predicate.isFunction(member)
        ? (...args: ReadonlyArray<unknown>) => refusing(Reflect.apply(member, target, args))
        : refusing(member)
    }
  })
