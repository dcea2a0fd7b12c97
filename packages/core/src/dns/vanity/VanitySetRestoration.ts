import { Effect } from "effect"
import { authorize } from "../../access/index.ts"
import { Billing, type BillingTransactionId } from "../../billing/index.ts"
import { EventLog } from "../../events/index.ts"
import { Instant } from "../../shared/index.ts"
import { forbids, OwnedVanitySets, shown } from "./OwnedVanitySets.ts"
import type { VanitySetId } from "./VanitySet.ts"
import { VanitySetCharges } from "./VanitySetCharges.ts"
import { recordOf } from "./VanitySetLifeCycle.ts"
import { isInGrace, restored } from "./VanitySetState.ts"
import { VanitySetStore } from "./VanitySetStore.ts"

/** Restoration of suspended sets, with its charge. */
export const makeVanitySetRestoration = Effect.gen(function*() {
  const billing = yield* Billing
  const charges = yield* VanitySetCharges
  const owned = yield* OwnedVanitySets
  const store = yield* VanitySetStore
  const record = recordOf(yield* EventLog)

  const checkAndPrice = Effect.fnUntraced(function*(id: VanitySetId) {
    const actor = yield* authorize("vanity_ns:manage")
    const set = yield* owned.get(actor, id)
    const { organization_id } = set
    const [fee, year] = yield* Effect.all([
      charges.quote(organization_id, "restore"),
      charges.quote(organization_id, "renew")
    ])
    return { actor, set, fee, year }
  })

  const restoreFor = Effect.fnUntraced(function*(id: VanitySetId, charge: BillingTransactionId) {
    const { actor, fee, year } = yield* checkAndPrice(id)
    return yield* owned.step(
      actor,
      id,
      "restore",
      Effect.fnUntraced(function*(set, now) {
        if (!isInGrace(set, now)) return yield* forbids(set)
        const active = restored(set, now)
        yield* store.save(active)
        yield* record(set, {
          type: "VANITY_NS_RESTORATION",
          subtype: "SUCCESS",
          message: `${set.name} is active again`
        })
        yield* charges.pay(set, "restore", fee, charge)
        yield* charges.pay(set, "renew", year)
        return active
      })
    )
  })

  const restore = Effect.fn("VanitySets.restore")(function*(id: VanitySetId) {
    const actor = yield* authorize("vanity_ns:manage")
    const found = Effect.map(owned.get(actor, id), shown)
    const { _tag, charge } = yield* billing.chargeOfRequest
    if (_tag === "Charged") return yield* found
    return yield* Effect.catchTag(
      restoreFor(id, charge),
      "VanitySetStateForbids",
      Effect.fnUntraced(function*(forbidden) {
        // An attempt that was considered lost may have succeeded.
        return (yield* billing.chargeOfRequest)._tag === "Charged" ? yield* found : yield* forbidden
      })
    )
  })

  const chargesOfRestore = Effect.fn("VanitySets.chargesOfRestore")(function*(id: VanitySetId) {
    const { fee, set, year } = yield* checkAndPrice(id)
    const { organization_id } = set
    if (!isInGrace(set, yield* Instant.now)) return yield* forbids(set)
    return [
      charges.chargeOf(organization_id, id, "restore", fee),
      charges.chargeOf(organization_id, id, "renew", year)
    ]
  })

  return { restore, chargesOfRestore }
})
