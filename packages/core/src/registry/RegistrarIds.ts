import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { Instant } from "../shared/index.ts"
import { RegistryAccountId } from "./RegistryDomain.ts"

/** An id by which a registry names an account of the platform in its answers, beside the one that is configured. */
export const RegistrarId = Schema.Struct({
  account_id: RegistryAccountId,
  /** As the registry writes it. */
  registrar_id: Schema.String,
  /** Name of the domain of the account that the registry showed under the id. */
  seen_with: Schema.String,
  seen_on: Instant.Instant
})
export type RegistrarId = typeof RegistrarId.Type

/**
 * Storage port of the ids that registries were seen to use for the platform's accounts. An id is kept only when it was
 * read from an object that belonged to the account beyond doubt.
 */
export class RegistrarIds extends Context.Service<RegistrarIds, {
  /** The ids of an account, the oldest first. */
  readonly ofAccount: (account: RegistryAccountId) => Effect.Effect<ReadonlyArray<RegistrarId>>
  /** Keeps an id with the first object that it was seen with; false when it is kept already. */
  readonly keep: (id: RegistrarId) => Effect.Effect<boolean>
  /** Forgets an id; false when it is not kept. */
  readonly forget: (account: RegistryAccountId, registrarId: string) => Effect.Effect<boolean>
}>()("@namewright/core/registry/RegistrarIds") {
  /** Ids of one process, for tests and for tools that run alone. */
  static readonly layerLocal = Layer.effect(RegistrarIds, Effect.sync(() => localRegistrarIds()))
}

/** Ids that are forgotten with the process. */
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
