import { Effect, Option } from "effect"
import { authorize, createdOnce } from "../../access/index.ts"
import { Billing, type BillingTransactionId } from "../../billing/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import { type Actor, Instant, type OrganizationId, refuseInput, Transaction, TypeId } from "../../shared/index.ts"
import { forbids, makeOwnWhitelabel } from "./makeOwnWhitelabel.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { shownWhitelabel } from "./shownWhitelabel.ts"
import {
  type CreateWhitelabel,
  type OrderedWhitelabel,
  SubscriptionId,
  type UpgradeWhitelabel,
  WhitelabelId
} from "./Whitelabel.ts"
import { makeWhitelabelCharges, productNameOf } from "./WhitelabelCharges.ts"
import { shownPair } from "./WhitelabelHost.ts"
import { noOwnDomain, ownDomainIssues, ownDomainOf, periodIssues } from "./whitelabelInput.ts"
import { advanceJob } from "./WhitelabelJobs.ts"
import { begun, canBeRestored, type StoredWhitelabel } from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

const newSubscriptionId = TypeId.generator("subscription", (text) => SubscriptionId.make(text))

const orderOf = (
  { subscription_id, tier, whitelabel_branding_id }: StoredWhitelabel
): OrderedWhitelabel => ({
  product_name: productNameOf(tier),
  subscribable_id: whitelabel_branding_id,
  subscription_id
})

/** Operations that cost something, and the charges that they would make. */
export const makeWhitelabelOrders = Effect.gen(function*() {
  const billing = yield* Billing
  const charges = yield* makeWhitelabelCharges
  const log = yield* makeWhitelabelLog
  const own = yield* makeOwnWhitelabel
  const queue = yield* JobQueue
  const store = yield* WhitelabelStore
  const transaction = yield* Transaction

  /** Checks of a new configuration that need no lock, and its price. */
  const checkNew = Effect.fnUntraced(function*({ organization_id }: Actor, input: CreateWhitelabel) {
    const base_zone = yield* own.baseZone
    yield* refuseInput([
      ...periodIssues(input.period),
      ...(input.tier === "plus" ? ownDomainIssues(input, base_zone) : [])
    ])
    yield* own.requireLabel(input.label)
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
      yield* own.takeLabel(organization_id, input.label)
      yield* log.change("CREATED", null, config)
      yield* log.record(config, {
        subtype: "NOTIFICATION",
        message: `The onboarding of ${shownPair(config).pair} begins`
      })
      yield* queue.enqueue(advanceJob(config))
      const open_charges = yield* charges.reserve(config, [charge])
      yield* store.save({ ...config, open_charges })
      return orderOf(config)
    }))
  })

  const create = Effect.fn("Whitelabels.create")(function*(input: CreateWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const find = (id: WhitelabelId) => Effect.map(store.findById(id), Option.map(orderOf))
    return yield* createdOnce("wlb", (text) => WhitelabelId.make(text), find, (id) => createAs(actor, id, input))
  })

  const refuseUpgrade = (config: StoredWhitelabel) =>
    config.tier === "plus"
      ? Effect.fail(forbids(config, "The configuration has the tier plus already"))
      : config.onboarding_status === "terminated"
      ? Effect.fail(forbids(config, "The configuration is terminated"))
      : config.enabled
      ? Effect.void
      : Effect.fail(forbids(config, "The configuration is disabled"))

  const checkUpgrade = Effect.fnUntraced(function*({ organization_id }: Actor, input: UpgradeWhitelabel) {
    const config = yield* own.get(organization_id)
    yield* refuseInput(ownDomainIssues(input, config.base_zone))
    yield* refuseUpgrade(config)
    return { config, priced: yield* charges.ofUpgrade(config) }
  })

  const upgradeAs = Effect.fnUntraced(
    function*(actor: Actor, input: UpgradeWhitelabel, charge: BillingTransactionId) {
      const { priced } = yield* checkUpgrade(actor, input)
      return yield* own.change(
        actor.organization_id,
        Effect.fnUntraced(function*(config, now) {
          yield* refuseUpgrade(config)
          const after = begun({ ...config, tier: "plus", ...ownDomainOf(input) }, now)
          yield* log.change("UPDATED", config, after)
          yield* log.record(after, {
            subtype: "NOTIFICATION",
            message: `${shownPair(config).pair} gets the domain ${after.own_hostname}`
          })
          yield* queue.enqueue(advanceJob(after))
          const reserved = yield* charges.reserve(after, priced, charge)
          yield* store.save({ ...after, open_charges: [...config.open_charges, ...reserved] })
          return orderOf(after)
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
      : orderOf(yield* own.get(actor.organization_id))
  })

  const refuseRestore = (config: StoredWhitelabel, now: Instant.Instant) =>
    config.onboarding_status !== "terminated"
      ? Effect.fail(forbids(config, "Only a terminated configuration can be restored"))
      : canBeRestored(config, now)
      ? Effect.void
      : Effect.fail(forbids(config, "The time in which the configuration could be restored is over; create a new one"))

  const checkRestore = Effect.fnUntraced(function*({ organization_id }: Actor) {
    const config = yield* own.get(organization_id)
    yield* refuseRestore(config, yield* Instant.now)
    const base_zone = yield* own.baseZone
    return { base_zone, config, priced: yield* charges.ofRestore(config) }
  })

  const restoreAs = Effect.fnUntraced(function*(actor: Actor, charge: BillingTransactionId) {
    const { base_zone, priced } = yield* checkRestore(actor)
    return yield* own.change(
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
        yield* own.takeLabel(actor.organization_id, config.base_label)
        yield* log.change("RESTORED", config, after)
        yield* log.record(after, { subtype: "NOTIFICATION", message: `${shownPair(after).pair} is restored` })
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
      : shownWhitelabel(yield* own.get(actor.organization_id))
  })

  const chargesOfCreate = Effect.fn("Whitelabels.chargesOfCreate")(function*(input: CreateWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { charge } = yield* checkNew(actor, input)
    return [charges.chargeOf(actor.organization_id, input.label, charge)]
  })

  const chargesOfUpgrade = Effect.fn("Whitelabels.chargesOfUpgrade")(function*(input: UpgradeWhitelabel) {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { config, priced } = yield* checkUpgrade(actor, input)
    return chargesOf(config.organization_id, config.whitelabel_branding_id, priced)
  })

  const chargesOfRestore = Effect.fn("Whitelabels.chargesOfRestore")(function*() {
    const actor = yield* authorize("whitelabel_branding:manage")
    const { config, priced } = yield* checkRestore(actor)
    return chargesOf(config.organization_id, config.whitelabel_branding_id, priced)
  })

  const chargesOf = (
    organization: OrganizationId,
    reference: string,
    priced: Effect.Success<ReturnType<typeof charges.ofUpgrade>>
  ) => priced.map((one) => charges.chargeOf(organization, reference, one))

  return {
    create,
    upgrade,
    restore: restore(),
    chargesOfCreate,
    chargesOfUpgrade,
    chargesOfRestore: chargesOfRestore()
  }
})

const newWhitelabel = (
  { base_zone, id, organization_id, subscription_id }: {
    readonly id: WhitelabelId
    readonly organization_id: OrganizationId
    readonly base_zone: string
    readonly subscription_id: SubscriptionId
  },
  input: CreateWhitelabel,
  now: Instant.Instant
): StoredWhitelabel =>
  begun({
    whitelabel_branding_id: id,
    organization_id,
    subscription_id,
    tier: input.tier,
    base_label: input.label,
    base_zone,
    ...(input.tier === "plus" ? ownDomainOf(input) : noOwnDomain),
    enabled: true,
    onboarding_status: "provisioning",
    onboarding_step: null,
    failure_code: null,
    failure_detail: null,
    attempts: 0,
    retry_until: null,
    step_due_on: null,
    client_id: null,
    period: input.period,
    renewal_mode: "renew",
    expires_on: null,
    grace_period_ends_at: null,
    term_due_on: null,
    open_charges: [],
    terminated_on: null,
    created_on: now,
    updated_on: now
  }, now)
