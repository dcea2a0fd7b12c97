import { Effect } from "effect"
import { HostTransaction, RegistryInTransaction } from "../shared/index.ts"

/** Refuses in a transaction of the host, which a registry cannot take part in. */
export const refuseInHostTransaction = Effect.flatMap(
  HostTransaction,
  (isOpen) => isOpen ? Effect.die(new RegistryInTransaction()) : Effect.void
)

/** The same query or command of a registry, refused in a transaction of the host. */
export const outsideTransactions = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.andThen(refuseInHostTransaction, call)
