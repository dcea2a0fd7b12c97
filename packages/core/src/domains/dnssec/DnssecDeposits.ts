import { Context, Effect, Layer } from "effect"
import {
  type DnssecData,
  OperationInProgress,
  type Outcome,
  RegistryIntents,
  RegistryIntentStore,
  type RegistryUnavailable
} from "../../registry/index.ts"
import type { Domain } from "../Domain.ts"
import { makeRegistryOrders } from "../registry/RegistryOrders.ts"
import { dnssecIntentKind, makeDnssecIntent } from "./DnssecIntent.ts"

/** Sends the DNSSEC data of domains to their registries. */
export class DnssecDeposits extends Context.Service<DnssecDeposits, {
  /**
   * Replaces the entries at the registry. `quiet`: a refusal records no event, because the caller notifies the owner.
   * `lock` locks the domain in the transaction of the order.
   */
  readonly deposit: <E>(
    domain: Domain,
    wanted: ReadonlyArray<DnssecData>,
    options: { readonly quiet: boolean; readonly lock: Effect.Effect<Domain, E> }
  ) => Effect.Effect<Outcome<void>, E | OperationInProgress | RegistryUnavailable>
}>()("@namewright/core/domains/DnssecDeposits") {
  static readonly layer = Layer.effect(
    DnssecDeposits,
    Effect.gen(function*() {
      const intents = yield* RegistryIntents
      const orders = yield* makeRegistryOrders
      const intentStore = yield* RegistryIntentStore
      const handler = yield* makeDnssecIntent
      yield* intents.register(handler)

      const deposit = Effect.fn("DnssecDeposits.deposit")(
        function*<E>(
          domain: Domain,
          wanted: ReadonlyArray<DnssecData>,
          { lock, quiet }: { readonly quiet: boolean; readonly lock: Effect.Effect<Domain, E> }
        ) {
          const { domain_id, name } = domain
          const open = yield* intentStore.ofObject(domain_id)
          // The state at the registry is undefined while it has accepted a change and not decided.
          if (open.some(({ kind }) => kind === dnssecIntentKind)) {
            return yield* new OperationInProgress({ object_name: name })
          }
          const payload = { domain_id, name, wanted, quiet }
          return yield* orders.place(handler, { domain, payload }, { after: lock })
        }
      )

      return DnssecDeposits.of({ deposit })
    })
  )
}
