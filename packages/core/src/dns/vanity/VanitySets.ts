import { Context, Effect, Layer } from "effect"
import { type AuthorizationError, authorize, createdOnce } from "../../access/index.ts"
import {
  Billing,
  type InsufficientFunds,
  newBillingTransactionId,
  type NewCharge,
  type PriceUnavailable
} from "../../billing/index.ts"
import { JobQueue } from "../../jobs/index.ts"
import {
  type CurrentActor,
  type Hostname,
  inputIssue,
  Instant,
  type InvalidInput,
  type Page,
  type PageRequest,
  refuseInput,
  Transaction
} from "../../shared/index.ts"
import type { ZoneDetails } from "../ZoneView.ts"
import { forbids, OwnedVanitySets, shown } from "./OwnedVanitySets.ts"
import { type ChangeVanitySet, type CreateVanitySet, type VanitySet, VanitySetId } from "./VanitySet.ts"
import { VanitySetCharges } from "./VanitySetCharges.ts"
import type { CheckVanitySet, VanitySetReport } from "./VanitySetCheck.ts"
import { VanitySetChecks } from "./VanitySetChecks.ts"
import {
  DefaultVanitySet,
  VanitySetInUse,
  type VanitySetNotFound,
  type VanitySetsNotSold,
  type VanitySetStateForbids
} from "./VanitySetError.ts"
import { advanceJob } from "./VanitySetJobs.ts"
import { VanitySetNames } from "./VanitySetNames.ts"
import { makeVanitySetRestoration } from "./VanitySetRestoration.ts"
import { begun, ending, retried, type StoredVanitySet, withMode } from "./VanitySetState.ts"
import { VanitySetStore } from "./VanitySetStore.ts"
import { VanitySetZones } from "./VanitySetZones.ts"

type FindError = AuthorizationError | VanitySetNotFound
type StepError = FindError | VanitySetStateForbids
type PriceError = PriceUnavailable | VanitySetsNotSold

/** Nameservers under the names of a reseller. Source: REST specification, "DNS", vanity nameserver sets. */
export class VanitySets extends Context.Service<VanitySets, {
  /** Reserves the price of a year, which is captured when the set becomes active. */
  readonly create: (
    input: CreateVanitySet
  ) => Effect.Effect<
    VanitySet,
    AuthorizationError | InsufficientFunds | InvalidInput | PriceError,
    CurrentActor
  >
  /** The newest first. */
  readonly list: (page: PageRequest) => Effect.Effect<Page<VanitySet>, AuthorizationError, CurrentActor>
  readonly get: (id: VanitySetId) => Effect.Effect<VanitySet, FindError, CurrentActor>
  readonly update: (
    id: VanitySetId,
    input: ChangeVanitySet
  ) => Effect.Effect<VanitySet, StepError, CurrentActor>
  /** Removed asynchronously; its hostnames keep their addresses. */
  readonly remove: (
    id: VanitySetId
  ) => Effect.Effect<VanitySet, StepError | DefaultVanitySet | VanitySetInUse, CurrentActor>
  /** Starts another 72 hours for a set in the status `failed`. */
  readonly retry: (id: VanitySetId) => Effect.Effect<VanitySet, StepError, CurrentActor>
  /** Charges the fee and another year for a suspended set. */
  readonly restore: (
    id: VanitySetId
  ) => Effect.Effect<VanitySet, StepError | InsufficientFunds | PriceError, CurrentActor>
  /** Charge of `create`; fails if `create` would be refused before charging. */
  readonly charges: (
    input: CreateVanitySet
  ) => Effect.Effect<ReadonlyArray<NewCharge>, AuthorizationError | InvalidInput | PriceError, CurrentActor>
  /** Charge of `restore`; fails if `restore` would be refused before charging. */
  readonly chargesOfRestore: (
    id: VanitySetId
  ) => Effect.Effect<ReadonlyArray<NewCharge>, StepError | PriceError, CurrentActor>
  /** Makes the set the default of new zones. */
  readonly makeDefault: (id: VanitySetId) => Effect.Effect<VanitySet, StepError, CurrentActor>
  /** Clears the default, so that new zones get the platform's nameservers; `cleared` is true if there was one. */
  readonly clearDefault: Effect.Effect<{ readonly cleared: boolean }, AuthorizationError, CurrentActor>
  /** Zones of the set, in the order of their names. */
  readonly zones: (id: VanitySetId, page: PageRequest) => Effect.Effect<Page<ZoneDetails>, FindError, CurrentActor>
  /** Checks the hostnames of the set; takes some seconds. */
  readonly check: (input: CheckVanitySet) => Effect.Effect<VanitySetReport, FindError, CurrentActor>
}>()("@namewright/core/dns/vanity/VanitySets") {
  static readonly layer = Layer.effect(
    VanitySets,
    Effect.gen(function*() {
      const billing = yield* Billing
      const charges = yield* VanitySetCharges
      const checks = yield* VanitySetChecks
      const owned = yield* OwnedVanitySets
      const names = yield* VanitySetNames
      const queue = yield* JobQueue
      const store = yield* VanitySetStore
      const transaction = yield* Transaction
      const zones = yield* VanitySetZones
      const restoration = yield* makeVanitySetRestoration

      /** Stores a set and enqueues its due action. */
      const saveAndAdvance = (set: StoredVanitySet) =>
        Effect.as(Effect.andThen(store.save(set), queue.enqueue(advanceJob(set))), set)

      /** A valid set with its price. */
      const checkAndPrice = Effect.fnUntraced(function*(input: CreateVanitySet) {
        const { organization_id } = yield* authorize("vanity_ns:manage")
        yield* refuseInput([...problemsOf(input), ...(yield* names.problems(organization_id, input))])
        return { organization_id, price: yield* charges.quote(organization_id, "create") }
      })

      const create = Effect.fn("VanitySets.create")(function*(input: CreateVanitySet) {
        const actor = yield* authorize("vanity_ns:manage")
        const find = (id: VanitySetId) => Effect.option(Effect.map(owned.get(actor, id), shown))
        const make = Effect.fnUntraced(function*(set_id: VanitySetId) {
          const { organization_id, price } = yield* checkAndPrice(input)
          const identity = { set_id, organization_id, billing_transaction_id: yield* newBillingTransactionId }
          const set = newVanitySet(identity, input, yield* Instant.now)
          yield* transaction.atomically(Effect.gen(function*() {
            yield* refuseTaken(input, yield* store.insert(set))
            yield* queue.enqueue(advanceJob(set))
            yield* charges.reserve(set, "create", price, set.billing_transaction_id)
          }))
          return shown(set)
        })
        return yield* createdOnce("vns", (text) => VanitySetId.make(text), find, make)
      })

      const list = Effect.fn("VanitySets.list")(function*(page: PageRequest) {
        const { organization_id } = yield* authorize("vanity_ns:read")
        const { items, ...rest } = yield* store.list(organization_id, page)
        return { items: items.map(shown), ...rest }
      })

      const get = Effect.fn("VanitySets.get")(function*(id: VanitySetId) {
        return shown(yield* owned.get(yield* authorize("vanity_ns:read"), id))
      })

      const update = Effect.fn("VanitySets.update")(function*(id: VanitySetId, { renewal_mode }: ChangeVanitySet) {
        const actor = yield* authorize("vanity_ns:manage")
        return yield* transaction.atomically(Effect.gen(function*() {
          const set = yield* owned.lock(actor, id)
          if (set.status === "deleting") return yield* forbids(set)
          const changed = withMode(set, renewal_mode, yield* Instant.now)
          yield* store.save(changed)
          return shown(changed)
        }))
      })

      const remove = Effect.fn("VanitySets.remove")(function*(id: VanitySetId) {
        const actor = yield* authorize("vanity_ns:manage")
        return yield* owned.step(
          actor,
          id,
          "remove",
          Effect.fnUntraced(function*(set, now) {
            const zone_count = yield* zones.count(set)
            if (zone_count > 0) return yield* new VanitySetInUse({ set_id: id, zone_count })
            if (set.is_default && (yield* store.countActive(set.organization_id)) > 1) {
              return yield* new DefaultVanitySet({ set_id: id })
            }
            const removed = yield* saveAndAdvance(ending(set, "remove", now))
            // The reserved amount of a set that never was active is released.
            if (set.status === "failed") yield* billing.release(set.billing_transaction_id, "canceled")
            return removed
          })
        )
      })

      const retry = Effect.fn("VanitySets.retry")(function*(id: VanitySetId) {
        const actor = yield* authorize("vanity_ns:manage")
        return yield* owned.step(actor, id, "retry", (set, now) => saveAndAdvance(retried(set, now)))
      })

      const makeDefault = Effect.fn("VanitySets.makeDefault")(function*(id: VanitySetId) {
        const actor = yield* authorize("vanity_ns:manage")
        return yield* owned.step(
          actor,
          id,
          "renew",
          (set) => Effect.as(store.setDefault(set.organization_id, id), { ...set, is_default: true })
        )
      })

      const clearDefault = Effect.fn("VanitySets.clearDefault")(function*() {
        const { organization_id } = yield* authorize("vanity_ns:manage")
        return { cleared: yield* transaction.atomically(store.setDefault(organization_id, null)) }
      })()

      return VanitySets.of({
        create,
        list,
        get,
        update,
        remove,
        retry,
        ...restoration,
        charges: Effect.fn("VanitySets.charges")(function*(input) {
          const { organization_id, price } = yield* checkAndPrice(input)
          return [charges.chargeOf(organization_id, input.name, "create", price)]
        }),
        makeDefault,
        clearDefault,
        zones: Effect.fn("VanitySets.zones")(function*(id, page) {
          return yield* zones.list(yield* owned.get(yield* authorize("vanity_ns:read"), id), page)
        }),
        check: Effect.fn("VanitySets.check")(function*({ set_id }) {
          return yield* checks.check(yield* owned.get(yield* authorize("vanity_ns:read"), set_id))
        })
      })
    })
  )
}

/** Problems of the hostnames of a request by themselves. */
const problemsOf = ({ hostnames, parent_domain_name }: CreateVanitySet) =>
  hostnames.flatMap((hostname, index) => {
    const problem = (msg: string) => [inputIssue(["body", "hostnames", index], "value_error", msg, hostname)]
    if (!hostname.endsWith(`.${parent_domain_name}`)) {
      return problem(`The name is not below ${parent_domain_name}`)
    }
    return hostnames.indexOf(hostname) < index ? problem("The list contains the name twice") : []
  })

/** Refuses hostnames of another set. */
const refuseTaken = ({ hostnames }: CreateVanitySet, taken: ReadonlyArray<Hostname>) =>
  refuseInput(hostnames.flatMap((hostname, index) =>
    taken.includes(hostname)
      ? [inputIssue(["body", "hostnames", index], "value_error", "Another set has the name", hostname)]
      : []
  ))

const newVanitySet = (
  owned: Pick<StoredVanitySet, "set_id" | "organization_id" | "billing_transaction_id">,
  { hostnames, name, parent_domain_name, soa_rname }: CreateVanitySet,
  now: Instant.Instant
): StoredVanitySet => ({
  ...owned,
  name,
  parent_domain_name,
  soa_rname,
  is_default: false,
  nameservers: hostnames.map((hostname, position) => ({ hostname, position })),
  renewal_mode: "renew",
  expires_on: null,
  renew_scheduled_at: null,
  grace_period_ends_at: null,
  ...begun(now),
  created_on: now,
  updated_on: now
})
