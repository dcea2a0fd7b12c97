import { Context, Effect, Layer, type Option } from "effect"
import { OrganizationDirectory, OrganizationScope } from "../../access/index.ts"
import { type Actor, Instant, Transaction } from "../../shared/index.ts"
import type { VanitySet, VanitySetId } from "./VanitySet.ts"
import { VanitySetNotFound, VanitySetStateForbids } from "./VanitySetError.ts"
import { allows, type StoredVanitySet, type VanitySetStep } from "./VanitySetState.ts"
import { VanitySetStore } from "./VanitySetStore.ts"

/** Vanity sets of the caller's organization and its suborganizations. */
export class OwnedVanitySets extends Context.Service<OwnedVanitySets, {
  readonly get: (actor: Actor, id: VanitySetId) => Effect.Effect<StoredVanitySet, VanitySetNotFound>
  /** As `get`, locked to the end of the transaction. */
  readonly lock: (actor: Actor, id: VanitySetId) => Effect.Effect<StoredVanitySet, VanitySetNotFound>
  /** Applies a step that the set's status allows, with the set locked in a transaction. */
  readonly step: <E>(
    actor: Actor,
    id: VanitySetId,
    taken: VanitySetStep,
    decide: (set: StoredVanitySet, now: Instant.Instant) => Effect.Effect<StoredVanitySet, E>
  ) => Effect.Effect<VanitySet, E | VanitySetNotFound | VanitySetStateForbids>
}>()("@namewright/core/dns/vanity/OwnedVanitySets") {
  static readonly layer = Layer.effect(
    OwnedVanitySets,
    Effect.gen(function*() {
      const directory = yield* OrganizationDirectory
      const store = yield* VanitySetStore
      const transaction = yield* Transaction

      const visible = Effect.fnUntraced(
        function*(actor: Actor, set_id: VanitySetId, found: Option.Option<StoredVanitySet>) {
          return found._tag === "Some"
              && (yield* OrganizationScope.visible(directory, actor, found.value.organization_id))
            ? found.value
            : yield* new VanitySetNotFound({ set_id })
        }
      )

      const lock = (actor: Actor, id: VanitySetId) =>
        Effect.flatMap(store.lock(id), (found) => visible(actor, id, found))

      return OwnedVanitySets.of({
        get: (actor, id) => Effect.flatMap(store.find(id), (found) => visible(actor, id, found)),
        lock,
        step: (actor, id, taken, decide) =>
          transaction.atomically(Effect.gen(function*() {
            const set = yield* lock(actor, id)
            if (!allows(set.status, taken)) return yield* forbids(set)
            return shown(yield* decide(set, yield* Instant.now))
          }))
      })
    })
  )
}

/** Error for a status that does not allow the request. */
export const forbids = ({ set_id, status }: StoredVanitySet) =>
  new VanitySetStateForbids({ set_id, set_status: status })

/** A set in responses. */
export const shown = (set: StoredVanitySet): VanitySet => ({
  set_id: set.set_id,
  organization_id: set.organization_id,
  name: set.name,
  parent_domain_name: set.parent_domain_name,
  soa_rname: set.soa_rname,
  status: set.status,
  is_default: set.is_default,
  nameservers: set.nameservers,
  renewal_mode: set.renewal_mode,
  expires_on: set.expires_on,
  renew_scheduled_at: set.renew_scheduled_at,
  grace_period_ends_at: set.grace_period_ends_at
})
