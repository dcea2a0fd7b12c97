import { Context, Effect, Layer, Option } from "effect"
import { OrganizationDirectory, OrganizationInactive } from "../../access/index.ts"
import { Instant, type OrganizationId, Transaction } from "../../shared/index.ts"
import { makeWhitelabelCharges } from "./makeWhitelabelCharges.ts"
import { makeWhitelabelHosting } from "./makeWhitelabelHosting.ts"
import { makeWhitelabelLog } from "./makeWhitelabelLog.ts"
import { shownPair } from "./StoredWhitelabelHost.ts"
import { labelSkeleton } from "./whitelabelLabel.ts"
import {
  ends,
  isSameTerm,
  labelHeldUntil,
  renewed,
  type StoredWhitelabel,
  terminated,
  unpaid
} from "./WhitelabelState.ts"
import { WhitelabelStore } from "./WhitelabelStore.ts"

/** Paid terms of white-label configurations: renewals, the grace period, and the termination. */
export class WhitelabelTerms extends Context.Service<WhitelabelTerms, {
  /** Carries out the due action of the term once. May be repeated at any time, and after a crash. */
  readonly advance: (organization: OrganizationId) => Effect.Effect<void>
}>()("@namewright/core/branding/WhitelabelTerms") {
  static readonly layer = Layer.effect(
    WhitelabelTerms,
    Effect.gen(function*() {
      const charges = yield* makeWhitelabelCharges
      const directory = yield* OrganizationDirectory
      const hosting = yield* makeWhitelabelHosting
      const log = yield* makeWhitelabelLog
      const store = yield* WhitelabelStore
      const transaction = yield* Transaction

      /** Changes the locked configuration, unless its term or tier was changed meanwhile. */
      const change = <E>(
        seen: StoredWhitelabel,
        decide: (config: StoredWhitelabel, now: Instant.Instant) => Effect.Effect<void, E>
      ) =>
        transaction.atomically(Effect.gen(function*() {
          const found = yield* store.lock(seen.organization_id)
          const now = yield* Instant.now
          if (Option.isNone(found) || !isDue(found.value, now) || !isSameTerm(found.value, seen)) return
          yield* decide(found.value, now)
        }))

      /** Ends a configuration, and removes everything that belongs to it. Its label is blocked for others. */
      const terminate = Effect.fnUntraced(function*(config: StoredWhitelabel, now: Instant.Instant) {
        const { base_label: label, organization_id } = config
        const after = terminated(config, now)
        yield* hosting.releaseAll(config)
        yield* store.releaseLabel({ label, skeleton: labelSkeleton(label), organization_id }, labelHeldUntil(now))
        yield* store.save(after)
        yield* log.change("UPDATED", config, after)
        yield* log.record(config, {
          subtype: "CANCELED",
          message: `${shownPair(config).domain} is terminated; it can be restored for 90 days`
        })
        yield* charges.releaseOpen(config)
      })

      const postpone = (error: { readonly code: string; readonly message: string }) =>
        Effect.fnUntraced(function*(config: StoredWhitelabel, now: Instant.Instant) {
          const after = unpaid(config, now)
          yield* store.save(after)
          const end = after.grace_period_ends_at ?? after.expires_on
          yield* log.record(after, {
            subtype: "NOTIFICATION",
            message: `${shownPair(after).domain} could not be renewed; it ${
              after.grace_period_ends_at === null ? "expires" : "is terminated"
            } on ${end === null ? "" : Instant.format(end)} unless it is paid before`,
            error: { code: error.code, detail: error.message }
          })
        })

      /** Renewals of an inactive organization stop, as those of its domains do. */
      const requireActive = Effect.fnUntraced(function*({ organization_id }: StoredWhitelabel) {
        const found = yield* directory.find(organization_id)
        if (!Option.exists(found, ({ active }) => active)) return yield* new OrganizationInactive()
      })

      const renew = (seen: StoredWhitelabel) =>
        Effect.andThen(requireActive(seen), charges.ofRenewal(seen)).pipe(
          Effect.flatMap((charge) =>
            change(
              seen,
              Effect.fnUntraced(function*(config, now) {
                const after = renewed(config, now)
                yield* store.save(after)
                yield* log.change("RENEWED", config, after)
                yield* log.record(after, { subtype: "SUCCESS", message: `${shownPair(after).domain} was renewed` })
                // First, because the amount may be needed for the renewal.
                yield* charges.releaseOpen(config)
                yield* charges.pay(config, charge)
              })
            )
          ),
          Effect.catch((error) => change(seen, postpone(error)))
        )

      return WhitelabelTerms.of({
        advance: Effect.fn("WhitelabelTerms.advance")(function*(organization) {
          const found = yield* store.find(organization)
          const now = yield* Instant.now
          if (Option.isNone(found) || !isDue(found.value, now)) return
          yield* ends(found.value, now) ? change(found.value, terminate) : renew(found.value)
        })
      })
    })
  )
}

const isDue = ({ term_due_on }: StoredWhitelabel, now: Instant.Instant): boolean =>
  term_due_on !== null && Instant.hasPassed(term_due_on, now)
