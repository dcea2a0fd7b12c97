import { Effect } from "effect"
import { authorize } from "../../access/index.ts"
import { Billing, type BillingTransactionId } from "../../billing/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { type Actor, refuseInput } from "../../shared/index.ts"
import { forbids, makeOwnWhitelabel } from "./makeOwnWhitelabel.ts"
import { chargesFor, makeWhitelabelCharges } from "./makeWhitelabelCharges.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { orderedWhitelabel } from "./orderedWhitelabel.ts"
import { ownDomainIssues, ownDomainOf } from "./ownDomainIssues.ts"
import type { UpgradeWhitelabel } from "./Whitelabel.ts"
import { shownPair } from "./WhitelabelHost.ts"
import { advanceJob } from "./WhitelabelJobs.ts"
import { begun, isSameTerm, type StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

const refuseUpgrade = (config: StoredWhitelabel) =>
  config.tier === "plus"
    ? Effect.fail(forbids(config, "The configuration has the tier plus already"))
    : config.onboarding_status === "terminated"
    ? Effect.fail(forbids(config, "The configuration is terminated"))
    : config.enabled
    ? Effect.void
    : Effect.fail(forbids(config, "The configuration is disabled"))

/** The change to the tier `plus`, and its charge. */
export const makeWhitelabelUpgrade = Effect.gen(function*() {
  const billing = yield* Billing
  const charges = yield* makeWhitelabelCharges
  const log = yield* makeWhitelabelLog
  const own = yield* makeOwnWhitelabel
  const queue = yield* JobQueue
  const store = yield* WhitelabelStore

  const checkUpgrade = Effect.fnUntraced(function*({ organization_id }: Actor, input: UpgradeWhitelabel) {
    const config = yield* own.get(organization_id)
    yield* refuseInput(ownDomainIssues(input, config.base_zone))
    yield* refuseUpgrade(config)
    return { config, priced: yield* charges.ofUpgrade(config) }
  })

  const upgradeAs = Effect.fnUntraced(
    function*(actor: Actor, input: UpgradeWhitelabel, charge: BillingTransactionId) {
      const { config: seen, priced } = yield* checkUpgrade(actor, input)
      return yield* own.change(
        actor.organization_id,
        Effect.fnUntraced(function*(config, now) {
          yield* refuseUpgrade(config)
          // The fee counts the months of the term that was seen; a renewal in between would make the next ones free.
          if (!isSameTerm(config, seen)) {
            return yield* forbids(config, "The term of the configuration has changed meanwhile; repeat the request")
          }
          const after = begun({ ...config, tier: "plus", ...ownDomainOf(input) }, now)
          yield* log.change("UPDATED", config, after)
          yield* log.record(after, {
            subtype: "NOTIFICATION",
            message: `${shownPair(config).pair} gets the domain ${after.own_hostname}`
          })
          yield* queue.enqueue(advanceJob(after))
          const reserved = yield* charges.reserve(after, priced, charge)
          yield* store.save({ ...after, open_charges: [...config.open_charges, ...reserved] })
          return orderedWhitelabel(after)
        })
      )
    }
  )

  const upgrade = Effect.fn("Whitelabels.upgrade")(function*(input: UpgradeWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { _tag, charge } = yield* billing.chargeOfRequest
    // An earlier attempt of the request has reserved the fee together with the change.
    return _tag === "Uncharged"
      ? yield* upgradeAs(actor, input, charge)
      : orderedWhitelabel(yield* own.get(actor.organization_id))
  })

  const chargesOfUpgrade = Effect.fn("Whitelabels.chargesOfUpgrade")(function*(input: UpgradeWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { config, priced } = yield* checkUpgrade(actor, input)
    return chargesFor(config, priced)
  })

  return { upgrade, chargesOfUpgrade }
})
