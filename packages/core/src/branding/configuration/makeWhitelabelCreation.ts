import { Effect, Option } from "effect"
import { authorize, createdOnce } from "../../access/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { type Actor, Instant, refuseInput, Transaction } from "../../shared/index.ts"
import { chargeOf, makeWhitelabelCharges } from "./makeWhitelabelCharges.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { forbids, makeWhitelabelOfOrganization } from "./makeWhitelabelOfOrganization.ts"
import { newWhitelabel } from "./newWhitelabel.ts"
import { orderedWhitelabel } from "./orderedWhitelabel.ts"
import { ownDomainIssues } from "./ownDomainIssues.ts"
import { shownPair } from "./StoredWhitelabelHost.ts"
import { termIssues } from "./termIssues.ts"
import { type CreateWhitelabel, newSubscriptionId, WhitelabelId } from "./Whitelabel.ts"
import { advanceJob } from "./WhitelabelJobs.ts"
import { canBeRestored, type StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** Creation of configurations, and its charge. */
export const makeWhitelabelCreation = Effect.gen(function*() {
  const charges = yield* makeWhitelabelCharges
  const log = yield* makeWhitelabelLog
  const whitelabels = yield* makeWhitelabelOfOrganization
  const queue = yield* JobQueue
  const store = yield* WhitelabelStore
  const transaction = yield* Transaction

  /** Checks of a new configuration that need no lock, and its price. */
  const checkNew = Effect.fnUntraced(function*({ organization_id }: Actor, input: CreateWhitelabel) {
    const base_zone = yield* whitelabels.baseZone
    yield* refuseInput([
      ...termIssues(input.period),
      ...(input.tier === "plus" ? ownDomainIssues(input, base_zone) : [])
    ])
    yield* whitelabels.requireLabel(input.label)
    yield* refuseExisting(yield* store.find(organization_id), yield* Instant.now)
    const charge = yield* charges.ofCreate({ organization_id, tier: input.tier, period: input.period })
    return { base_zone, charge }
  })

  /** A terminated configuration is replaced after the time in which it can be restored. */
  const refuseExisting = Effect.fnUntraced(
    function*(found: Option.Option<StoredWhitelabel>, now: Instant.Instant) {
      if (Option.isNone(found)) return
      const { onboarding_status } = found.value
      if (onboarding_status !== "terminated") {
        return yield* forbids(found.value, "The organization has a white-label configuration already")
      }
      if (canBeRestored(found.value, now)) {
        return yield* forbids(found.value, "The terminated configuration can be restored")
      }
    }
  )

  const createAs = Effect.fnUntraced(function*(actor: Actor, id: WhitelabelId, input: CreateWhitelabel) {
    const { organization_id } = actor
    const { base_zone, charge } = yield* checkNew(actor, input)
    return yield* transaction.atomically(Effect.gen(function*() {
      const now = yield* Instant.now
      const existing = yield* store.lock(organization_id)
      yield* refuseExisting(existing, now)
      if (Option.isSome(existing)) yield* store.remove(existing.value.whitelabel_branding_id)
      const config = newWhitelabel(
        { id, organization_id, base_zone, subscription_id: yield* newSubscriptionId },
        input,
        now
      )
      if (!(yield* store.insert(config))) {
        return yield* forbids(config, "The organization has a white-label configuration already")
      }
      yield* whitelabels.takeLabel(organization_id, input.label)
      yield* log.change("CREATED", null, config)
      yield* log.record(config, {
        subtype: "NOTIFICATION",
        message: `The onboarding of ${shownPair(config).domain} begins`
      })
      yield* queue.enqueue(advanceJob(config))
      const open_charges = yield* charges.reserve(config, [charge])
      yield* store.save({ ...config, open_charges })
      return orderedWhitelabel(config)
    }))
  })

  const find = (id: WhitelabelId) => Effect.map(store.findById(id), Option.map(orderedWhitelabel))

  const create = Effect.fn("Whitelabels.create")(function*(input: CreateWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    return yield* createdOnce("wlb", (text) => WhitelabelId.make(text), find, (id) => createAs(actor, id, input))
  })

  const chargesOfCreate = Effect.fn("Whitelabels.chargesOfCreate")(function*(input: CreateWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { charge } = yield* checkNew(actor, input)
    return [chargeOf(actor.organization_id, input.label, charge)]
  })

  return { create, chargesOfCreate }
})
