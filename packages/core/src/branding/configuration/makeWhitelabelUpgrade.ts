import { Effect, Option } from "effect"
import { authorize, type RequestId, RequestIdentity } from "../../access/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { refuseInput } from "../../shared/index.ts"
import { chargesFor, makeWhitelabelCharges } from "./makeWhitelabelCharges.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { forbids, makeWhitelabelOfOrganization } from "./makeWhitelabelOfOrganization.ts"
import { orderedWhitelabel } from "./orderedWhitelabel.ts"
import { ownDomainIssues, ownDomainOf } from "./ownDomainIssues.ts"
import { shownPair } from "./StoredWhitelabelHost.ts"
import type { UpgradeWhitelabel } from "./Whitelabel.ts"
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

/** True if an earlier attempt of the request has made the change, together with its charge if it has one. */
const isMadeBy = ({ upgrade_request }: StoredWhitelabel, request: RequestId | null) =>
  request !== null && upgrade_request === request

/** The change to the tier `plus`, and its charge. */
export const makeWhitelabelUpgrade = Effect.gen(function*() {
  const charges = yield* makeWhitelabelCharges
  const log = yield* makeWhitelabelLog
  const whitelabels = yield* makeWhitelabelOfOrganization
  const queue = yield* JobQueue
  const store = yield* WhitelabelStore

  const priceUpgrade = Effect.fnUntraced(function*(config: StoredWhitelabel, input: UpgradeWhitelabel) {
    yield* refuseInput(ownDomainIssues(input, config.base_zone))
    yield* refuseUpgrade(config)
    return yield* charges.ofUpgrade(config)
  })

  const upgradeAs = Effect.fnUntraced(
    function*(seen: StoredWhitelabel, input: UpgradeWhitelabel, request: RequestId | null) {
      const priced = yield* priceUpgrade(seen, input)
      return yield* whitelabels.change(
        seen.organization_id,
        Effect.fnUntraced(function*(config, now) {
          if (isMadeBy(config, request)) return orderedWhitelabel(config)
          yield* refuseUpgrade(config)
          // The fee counts the months of the term that was seen; a renewal in between would make the next ones free.
          if (!isSameTerm(config, seen)) {
            return yield* forbids(config, "The term of the configuration has changed meanwhile; repeat the request")
          }
          const after = begun({ ...config, tier: "plus", ...ownDomainOf(input), upgrade_request: request }, now)
          yield* log.change("UPDATED", config, after)
          yield* log.record(after, {
            subtype: "NOTIFICATION",
            message: `${shownPair(config).domain} gets the domain ${after.own_hostname}`
          })
          yield* queue.enqueue(advanceJob(after))
          const reserved = yield* charges.reserve(after, priced)
          yield* store.save({ ...after, open_charges: [...config.open_charges, ...reserved] })
          return orderedWhitelabel(after)
        })
      )
    }
  )

  const upgrade = Effect.fn("Whitelabels.upgrade")(function*(input: UpgradeWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const request = Option.getOrNull(yield* RequestIdentity)
    const config = yield* whitelabels.get(actor.organization_id)
    return isMadeBy(config, request) ? orderedWhitelabel(config) : yield* upgradeAs(config, input, request)
  })

  const chargesOfUpgrade = Effect.fn("Whitelabels.chargesOfUpgrade")(function*(input: UpgradeWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const config = yield* whitelabels.get(actor.organization_id)
    return chargesFor(config, yield* priceUpgrade(config, input))
  })

  return { upgrade, chargesOfUpgrade }
})
