import { Effect } from "effect"
import { authorize } from "../../access/index.ts"
import { Billing, type BillingTransactionId } from "../../billing/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { type Actor, Instant } from "../../shared/index.ts"
import { chargesFor, makeWhitelabelCharges } from "./makeWhitelabelCharges.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { forbids, makeWhitelabelOfOrganization } from "./makeWhitelabelOfOrganization.ts"
import { shownWhitelabel } from "./shownWhitelabel.ts"
import { shownPair } from "./StoredWhitelabelHost.ts"
import { advanceJob } from "./WhitelabelJobs.ts"
import { begun, canBeRestored, type StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

const refuseRestore = (config: StoredWhitelabel, now: Instant.Instant) =>
  config.onboarding_status !== "terminated"
    ? Effect.fail(forbids(config, "Only a terminated configuration can be restored"))
    : canBeRestored(config, now)
    ? Effect.void
    : Effect.fail(forbids(config, "The time in which the configuration could be restored is over; create a new one"))

/** Restoration of terminated configurations, and its charges. */
export const makeWhitelabelRestoration = Effect.gen(function*() {
  const billing = yield* Billing
  const charges = yield* makeWhitelabelCharges
  const log = yield* makeWhitelabelLog
  const whitelabels = yield* makeWhitelabelOfOrganization
  const queue = yield* JobQueue
  const store = yield* WhitelabelStore

  const checkRestore = Effect.fnUntraced(function*({ organization_id }: Actor) {
    const config = yield* whitelabels.get(organization_id)
    yield* refuseRestore(config, yield* Instant.now)
    const base_zone = yield* whitelabels.baseZone
    return { base_zone, config, priced: yield* charges.ofRestore(config) }
  })

  const restoreAs = Effect.fnUntraced(function*(actor: Actor, charge: BillingTransactionId) {
    const { base_zone, priced } = yield* checkRestore(actor)
    return yield* whitelabels.change(
      actor.organization_id,
      Effect.fnUntraced(function*(config, now) {
        yield* refuseRestore(config, now)
        const kept: StoredWhitelabel = {
          ...config,
          base_zone,
          enabled: true,
          renewal_mode: "renew",
          terminated_on: null
        }
        const after = begun(kept, now)
        yield* whitelabels.takeLabel(actor.organization_id, config.base_label)
        yield* log.change("RESTORED", config, after)
        yield* log.record(after, { subtype: "NOTIFICATION", message: `${shownPair(after).domain} is restored` })
        yield* queue.enqueue(advanceJob(after))
        const open_charges = yield* charges.reserve(after, priced, charge)
        yield* store.save({ ...after, open_charges })
        return shownWhitelabel(after)
      })
    )
  })

  const restore = Effect.fn("Whitelabels.restore")(function*() {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { _tag, charge } = yield* billing.chargeOfRequest
    return _tag === "Uncharged"
      ? yield* restoreAs(actor, charge)
      : shownWhitelabel(yield* whitelabels.get(actor.organization_id))
  })

  const chargesOfRestore = Effect.fn("Whitelabels.chargesOfRestore")(function*() {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { config, priced } = yield* checkRestore(actor)
    return chargesFor(config, priced)
  })

  return { restore: restore(), chargesOfRestore: chargesOfRestore() }
})
