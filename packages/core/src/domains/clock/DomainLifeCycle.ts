import { Context, Effect, Equal, Layer, Metric, Option } from "effect"
import { type RegistryDomain, RegistryIntentStore } from "../../registry/index.ts"
import { type DomainId, Instant, Transaction } from "../../shared/index.ts"
import { StatusTags } from "../../tags/index.ts"
import type { TldSpec } from "../../tlds/index.ts"
import { deletionIntentKind } from "../delete/DeletionIntent.ts"
import { Deletions } from "../delete/Deletions.ts"
import { dnssecIntentKind } from "../dnssec/DnssecIntent.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { isBeingAcquired, isDeleted, withStatus } from "../DomainState.ts"
import { DomainStore } from "../DomainStore.ts"
import { withEndDates } from "../EndDates.ts"
import { withoutEndedCharges } from "../GraceCharge.ts"
import { isDue } from "../NextAction.ts"
import { makeGraceRefunds } from "../refund/GraceRefunds.ts"
import { withCodeEnd } from "../registry/NewAuthCode.ts"
import { RegistryAccess, type RegistryAccount } from "../registry/RegistryAccess.ts"
import { synchronised } from "../registry/RegistryState.ts"
import { sponsorOfHeld } from "../registry/SponsorEvidence.ts"
import { Renewals } from "../renew/Renewals.ts"
import { updateIntentKind } from "../update/UpdateIntent.ts"
import { makeAuthCodeEnd } from "./AuthCodeEnd.ts"
import { makeExpiryRecords } from "./DomainExpiry.ts"
import { makeDomainTaking } from "./DomainTaking.ts"

const unknownSponsors = Metric.counter("domains_unknown_sponsor_total", {
  description: "Looks at held domains that the registry shows under an unknown registrar id, by registry",
  incremental: true
})

/** What time brings to domains: renewals, notices, the end of grace periods, deletions. */
export class DomainLifeCycle extends Context.Service<DomainLifeCycle, {
  /** Compares one domain with its registry and does what is due. */
  readonly advance: (id: DomainId) => Effect.Effect<void>
}>()("@namewright/core/domains/DomainLifeCycle") {
  static readonly layer = Layer.effect(
    DomainLifeCycle,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const intents = yield* RegistryIntentStore
      const access = yield* RegistryAccess
      const transaction = yield* Transaction
      const changes = yield* DomainChanges
      const statusTags = yield* StatusTags
      const renewals = yield* Renewals
      const deletions = yield* Deletions
      const refunds = yield* makeGraceRefunds
      const codes = yield* makeAuthCodeEnd
      const take = yield* makeDomainTaking
      const recordExpiry = yield* makeExpiryRecords

      /** Stores the state of a domain at the registry, unless the domain has changed since the look-up. */
      const undisturbed = <A>(taken: Domain, work: Effect.Effect<A>): Effect.Effect<Option.Option<A>> =>
        transaction.atomically(Effect.gen(function*() {
          const current = yield* store.lock(taken.domain_id)
          const isSame = Option.isSome(current) && Equal.equals(current.value, taken)
          return isSame && !(yield* isUnsettled(intents, taken.domain_id)) ? Option.some(yield* work) : Option.none()
        }))

      /** A name that its registry does not know any more is deleted; one that it knows is somebody else's. */
      const drop = (domain: Domain, isGone: boolean) =>
        undisturbed(
          domain,
          Effect.gen(function*() {
            yield* changes.drop(domain.domain_id)
            yield* changes.record(
              domain,
              isGone
                ? { type: "DELETION", subtype: "SUCCESS", message: `${domain.name} is deleted` }
                : { type: "OUTBOUND_TRANSFER", subtype: "SUCCESS", message: `${domain.name} has left the account` }
            )
            if (!isGone) yield* refunds.transferredAway(domain, yield* Instant.now)
          })
        )

      const synchronise = Effect.fnUntraced(function*(taken: Domain, account: RegistryAccount, seen: RegistryDomain) {
        const isUpdating = (yield* intents.ofObject(taken.domain_id)).some(({ kind }) => updating.has(kind))
        if (!seen.statuses.includes("pendingTransfer")) {
          yield* statusTags.clear(taken.organization_id, "DOMAIN", taken.domain_id, "OUTBOUND_TRANSFER_PENDING")
        }
        const domain = yield* changes.change(
          taken.domain_id,
          (current, now) => {
            const known = withoutEndedCharges(synchronised(current, seen, now), account.spec, now)
            const dated = withCodeEnd(withEndDates(known, account.spec, now), account, now)
            return isUpdating ? withStatus(dated, "pendingUpdate") : dated
          }
        )
        yield* changes.keepDnssec(taken.domain_id, seen.dnssec)
        yield* recordExpiry(taken, domain)
        if (taken.canceled_on === null && Option.exists(domain, ({ canceled_on }) => canceled_on !== null)) {
          yield* changes.record(taken, {
            type: "DELETION",
            subtype: "NOTIFICATION",
            message: `${taken.name} is deleted by its registry and can be restored for a while`
          })
        }
        return domain
      })

      /**
       * A domain that the registry shows under an unknown registrar id is neither given up nor believed to be as shown.
       * What is due is done all the same: the registry refuses it if the domain is another registrar's.
       */
      const keepUnseen = Effect.fnUntraced(function*(taken: Domain, seen: RegistryDomain) {
        const { domain_id, name, registry } = taken
        yield* Metric.update(Metric.withAttributes(unknownSponsors, { registry }), 1)
        yield* Effect.logError(`${registry} shows ${name} under the unknown registrar id ${seen.sponsor_id}`)
        const domain = yield* changes.change(domain_id, (current) => current)
        yield* recordExpiry(taken, domain)
        return domain
      })

      /** Whether the domain is renewed, or has to be deleted now because nobody pays. */
      const renew = Effect.fnUntraced(function*(domain: Domain) {
        const failure = yield* Effect.flip(renewals.renewAutomatically(domain)).pipe(Effect.option)
        if (Option.isNone(failure)) return "renewed" as const
        yield* tellOfRenewal(domain, failure.value)
        return failure.value._tag === "InsufficientFunds" ? "unpaid" as const : "failed" as const
      })

      /** A registry's refusal has written its event; it comes up again the next day. */
      const tellOfRenewal = (domain: Domain, error: Failure) =>
        error._tag === "InsufficientFunds" || error._tag === "DomainStatusProhibited"
          ? transaction.atomically(changes.record(domain, {
            type: "RENEWAL",
            subtype: "FAILURE",
            message: `${domain.name} could not be renewed`,
            error: { code: error.code, detail: error.message }
          }))
          : Effect.logInfo(`${domain.name} could not be renewed`, error.message)

      const remove = (domain: Domain) =>
        Effect.catch(deletions.removeUnauthorized(domain), (error) =>
          error._tag === "DomainDeleteProhibited"
            ? transaction.atomically(changes.record(domain, {
              type: "DELETION",
              subtype: "FAILURE",
              message: `${domain.name} could not be deleted`,
              error: { code: error.code, detail: error.message }
            }))
            : Effect.logInfo(`${domain.name} could not be deleted`, error.message))

      /** A domain that nobody pays for is deleted on the last day on which its renewal could be paid. */
      const renewOrRemove = Effect.fnUntraced(function*(domain: Domain, spec: TldSpec, now: Instant.Instant) {
        const renewing = isDue("renew", domain, spec, now)
        if (renewing && (yield* renew(domain)) !== "unpaid") return
        if (isDue("delete", domain, spec, now)) yield* remove(domain)
      })

      const act = Effect.fnUntraced(function*(domain: Domain, account: RegistryAccount) {
        const now = yield* Instant.now
        const ends = isDue("removeCode", domain, account.spec, now)
        yield* renewOrRemove(domain, account.spec, now)
        if (ends) yield* codes.remove(domain, account)
      })

      const work = Effect.fnUntraced(function*(taken: Domain) {
        if (isBeingAcquired(taken) || (yield* isUnsettled(intents, taken.domain_id))) return
        const account = yield* access.accountOf(taken)
        const seen = yield* account.registry.infoDomain(taken.name)
        const sponsor = Option.isNone(seen) ? "other" : sponsorOfHeld(taken, seen.value)
        if (Option.isNone(seen) || sponsor === "other") {
          yield* drop(taken, Option.isNone(seen) || isDeleted(taken))
          return
        }
        const domain = Option.flatten(
          yield* undisturbed(
            taken,
            sponsor === "account" ? synchronise(taken, account, seen.value) : keepUnseen(taken, seen.value)
          )
        )
        if (Option.isSome(domain)) yield* act(domain.value, account)
      })

      const advanceTaken = (domain: Domain) =>
        Effect.catchCause(work(domain), (cause) => Effect.logWarning(`${domain.name} could not be advanced`, cause))

      return DomainLifeCycle.of({
        advance: Effect.fn("DomainLifeCycle.advance")((id) =>
          Effect.flatMap(take(id), Option.match({ onNone: () => Effect.void, onSome: advanceTaken }))
        )
      })
    })
  )
}

/** Kinds of intents that may wait for the registry's decision while the domain is compared with its registry. */
const updating: ReadonlySet<string> = new Set([dnssecIntentKind, updateIntentKind])

/** True if an open intent of the domain was sent, holds money or deletes the domain; recovery finds out its outcome. */
const isUnsettled = (intents: RegistryIntentStore["Service"], id: DomainId): Effect.Effect<boolean> =>
  Effect.map(
    intents.ofObject(id),
    (open) =>
      open.some(({ billing_transaction_ids, kind, state }) =>
        state === "prepared" || kind === deletionIntentKind || billing_transaction_ids.length > 0
      )
  )

interface Failure {
  readonly _tag: string
  readonly code: string
  readonly message: string
}
