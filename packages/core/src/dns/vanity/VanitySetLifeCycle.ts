import { Context, Effect, Layer, Option } from "effect"
import { OrganizationDirectory, OrganizationInactive } from "../../access/index.ts"
import { Billing } from "../../billing/index.ts"
import { type EventData, EventLog, type EventSubtype, type EventType } from "../../events/index.ts"
import { Instant, Transaction } from "../../shared/index.ts"
import type { VanitySet, VanitySetId } from "./VanitySet.ts"
import { VanitySetCharges } from "./VanitySetCharges.ts"
import { isReady, type VanitySetReport } from "./VanitySetCheck.ts"
import { VanitySetChecks } from "./VanitySetChecks.ts"
import { VanitySetNames } from "./VanitySetNames.ts"
import {
  activated,
  ending,
  givenUp,
  hasExpired,
  lookedAt,
  postponed,
  renewed,
  type StoredVanitySet,
  suspended,
  windowIsOver
} from "./VanitySetState.ts"
import { VanitySetStore } from "./VanitySetStore.ts"
import { VanitySetZones } from "./VanitySetZones.ts"

/** Content of an event about a set. */
interface Happening {
  readonly type: Extract<EventType, `VANITY_NS_${string}`>
  readonly subtype: EventSubtype
  readonly message: string
  readonly error?: EventData["error"]
}

/** Records an event of a set, in the caller's transaction. */
export const recordOf = (events: EventLog["Service"]) =>
(
  { organization_id, set_id }: Pick<VanitySet, "organization_id" | "set_id">,
  { error, message, subtype, type }: Happening
): Effect.Effect<void> =>
  Effect.asVoid(events.record({
    organization_id,
    object_type: "VANITY_NS_SET",
    object_id: set_id,
    object_name: null,
    type,
    subtype,
    event_data: { message, ...(error === undefined ? {} : { error }) }
  }))

/** Scheduled state changes of a set. Source: REST specification, "States and transitions". */
export class VanitySetLifeCycle extends Context.Service<VanitySetLifeCycle, {
  /**
   * Carries out the due action of a set once; no effect if none is due. May be repeated at any time, and after a crash.
   */
  readonly advance: (id: VanitySetId) => Effect.Effect<void>
}>()("@namewright/core/dns/vanity/VanitySetLifeCycle") {
  static readonly layer = Layer.effect(
    VanitySetLifeCycle,
    Effect.gen(function*() {
      const billing = yield* Billing
      const charges = yield* VanitySetCharges
      const directory = yield* OrganizationDirectory
      const checks = yield* VanitySetChecks
      const names = yield* VanitySetNames
      const store = yield* VanitySetStore
      const transaction = yield* Transaction
      const zones = yield* VanitySetZones
      const record = recordOf(yield* EventLog)

      /** Changes the locked set, unless the due action was carried out meanwhile. */
      const change = <E>(
        { renewal_mode, set_id, status }: StoredVanitySet,
        decide: (set: StoredVanitySet, now: Instant.Instant) => Effect.Effect<void, E>
      ) =>
        transaction.atomically(Effect.gen(function*() {
          const current = yield* store.lock(set_id)
          const now = yield* Instant.now
          if (Option.isNone(current) || !isDue(current.value, now)) return
          if (current.value.status === status && current.value.renewal_mode === renewal_mode) {
            yield* decide(current.value, now)
          }
        }))

      const activate = Effect.fnUntraced(function*(set: StoredVanitySet, now: Instant.Instant) {
        const isFirst = (yield* store.countActive(set.organization_id)) === 0
        yield* store.save(activated(set, now))
        if (isFirst) yield* store.setDefault(set.organization_id, set.set_id)
        yield* record(set, { type: "VANITY_NS_PROVISION", subtype: "SUCCESS", message: `${set.name} is active` })
        yield* billing.capture(set.billing_transaction_id)
      })

      const giveUp = Effect.fnUntraced(
        function*(set: StoredVanitySet, now: Instant.Instant, { summary }: VanitySetReport) {
          yield* store.save(givenUp(set, now))
          yield* record(set, {
            type: "VANITY_NS_PROVISION",
            subtype: "FAILURE",
            message: `The hostnames of ${set.name} were not set up in time`,
            error: { code: "ERROR_VANITY_NS_STATE", detail: summary.detail }
          })
        }
      )

      const probe = Effect.fnUntraced(function*(set: StoredVanitySet) {
        yield* names.provide(set)
        const report = yield* checks.check(set)
        yield* change(set, (current, now) =>
          isReady(report)
            ? activate(current, now)
            : windowIsOver(current, now)
            ? giveUp(current, now, report)
            : store.save(lookedAt(current, now)))
      })

      const suspend = Effect.fnUntraced(function*(set: StoredVanitySet, now: Instant.Instant) {
        yield* store.save(suspended(set, now))
        yield* record(set, {
          type: "VANITY_NS_SUSPENSION",
          subtype: "SUCCESS",
          message: `${set.name} is suspended; its zones keep working, and it can be restored for 30 days`
        })
      })

      /** Outcome of an unpaid renewal: suspended after the end of the term, otherwise another attempt. */
      const unpaid = (error: EventData["error"]) => (set: StoredVanitySet, now: Instant.Instant) =>
        hasExpired(set, now)
          ? suspend(set, now)
          : Effect.andThen(
            store.save(postponed(set, now)),
            record(set, {
              type: "VANITY_NS_SUSPENSION",
              subtype: "NOTIFICATION",
              message: `${set.name} is suspended at the end of its term unless it is renewed before`,
              ...(error === undefined ? {} : { error })
            })
          )

      /** Renewals of an inactive organization stop, as those of its domains do. */
      const requireActive = Effect.fnUntraced(function*({ organization_id }: StoredVanitySet) {
        const found = yield* directory.find(organization_id)
        if (!Option.exists(found, ({ active }) => active)) return yield* new OrganizationInactive()
      })

      const renew = (set: StoredVanitySet) =>
        Effect.andThen(requireActive(set), charges.quote(set.organization_id, "renew")).pipe(
          Effect.flatMap((price) =>
            change(
              set,
              (current, now) => Effect.andThen(store.save(renewed(current, now)), charges.pay(current, "renew", price))
            )
          ),
          Effect.catch((error) => change(set, unpaid({ code: error.code, detail: error.message })))
        )

      const finish = Effect.fnUntraced(function*(set: StoredVanitySet) {
        yield* zones.release(set)
        yield* names.release(set)
        yield* change(set, (current) =>
          Effect.andThen(
            store.remove(current.set_id),
            record(current, {
              type: "VANITY_NS_TERMINATION",
              subtype: "SUCCESS",
              message: `${current.name} was deleted; its hostnames keep their addresses as ordinary records`
            })
          ))
      })

      const finishEnding = (id: VanitySetId) =>
        Effect.flatMap(
          store.find(id),
          Option.match({
            onNone: () => Effect.void,
            onSome: (set) => set.status === "deleting" ? finish(set) : Effect.void
          })
        )

      const advance = Effect.fn("VanitySetLifeCycle.advance")(function*(id: VanitySetId) {
        const found = yield* store.find(id)
        if (Option.isNone(found) || !isDue(found.value, yield* Instant.now)) return
        const set = found.value
        switch (set.status) {
          case "provisioning":
            return yield* probe(set)
          case "active":
            return yield* set.renewal_mode === "renew" ? renew(set) : change(set, unpaid(undefined))
          case "suspended":
            yield* change(set, (current, now) => store.save(ending(current, "terminate", now)))
            return yield* finishEnding(id)
          case "deleting":
            return yield* finish(set)
          case "failed":
            return
        }
      })

      return VanitySetLifeCycle.of({ advance })
    })
  )
}

const isDue = ({ next_action_on }: StoredVanitySet, now: Instant.Instant): boolean =>
  next_action_on !== null && Instant.hasPassed(next_action_on, now)
