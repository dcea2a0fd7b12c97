import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { Instant } from "../shared/index.ts"
import { RegistryAccountId } from "./RegistryDomain.ts"

/** An id by which a registry names an account of the platform in its responses, in addition to the configured one. */
export const RegistrarId = Schema.Struct({
  account_id: RegistryAccountId,
  /** In the registry's spelling. */
  registrar_id: Schema.String,
  /** Name of a domain of the account that the registry showed under the id. */
  seen_with: Schema.String,
  seen_on: Instant.Instant
})
export type RegistrarId = typeof RegistrarId.Type

/**
 * Storage port of the ids that registries use for the platform's accounts. An id is stored only if it was read from an
 * object that certainly belonged to the account.
 */
export class RegistrarIds extends Context.Service<RegistrarIds, {
  /** The ids of an account, oldest first. */
  readonly ofAccount: (account: RegistryAccountId) => Effect.Effect<ReadonlyArray<RegistrarId>>
  /** Stores an id with the first object that showed it. False if the id is already stored. */
  readonly keep: (id: RegistrarId) => Effect.Effect<boolean>
  /** Deletes an id. False if it is not stored. */
  readonly forget: (account: RegistryAccountId, registrarId: string) => Effect.Effect<boolean>
}>()("@namewright/core/registry/RegistrarIds") {
  /** Ids of one process, for tests and for tools that run as the only process. */
  static readonly layerLocal = Layer.effect(RegistrarIds, Effect.sync(() => localRegistrarIds()))
}

/** Registrar ids in memory. */
export const localRegistrarIds = (): RegistrarIds["Service"] => {
  const kept: Array<RegistrarId> = []
  const find = (account: RegistryAccountId, registrarId: string) =>
    kept.findIndex(({ account_id, registrar_id }) => account_id === account && registrar_id === registrarId)
  return {
    ofAccount: (account) =>
      Effect.sync(() =>
        kept.filter(({ account_id }) => account_id === account)
          .toSorted((a, b) => DateTime.Order(a.seen_on, b.seen_on))
      ),
    keep: (id) => Effect.sync(() => find(id.account_id, id.registrar_id) === -1 && kept.push(id) > 0),
    forget: (account, registrarId) =>
      Effect.sync(() => {
        const index = find(account, registrarId)
        return index !== -1 && kept.splice(index, 1).length > 0
      })
  }
}
