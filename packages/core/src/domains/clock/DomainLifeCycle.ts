import { Context, Effect, Equal, Layer, Metric, Option } from "effect"
import { type RegistryDomain, RegistryIntentStore } from "../../registry/index.ts"
import { type DomainId, Instant, Transaction } from "../../shared/index.ts"
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
import { handOverKind } from "../handover/HandOverIntent.ts"
import { isDue } from "../NextAction.ts"
import { makeGraceRefunds } from "../refund/GraceRefunds.ts"
import { withCodeEnd } from "../registry/NewAuthCode.ts"
import { RegistryAccess, type RegistryAccount } from "../registry/RegistryAccess.ts"
import { synchronised } from "../registry/RegistryState.ts"
import { sponsorOfOwned } from "../registry/SponsorEvidence.ts"
import { Renewals } from "../renew/Renewals.ts"
import { makeOutboundTransferEnd } from "../transfer/OutboundTransferEnd.ts"
import { updateIntentKind } from "../update/UpdateIntent.ts"
import { makeAuthCodeEnd } from "./AuthCodeEnd.ts"
import { makeExpiryRecords } from "./DomainExpiry.ts"
import { makeDomainLease } from "./DomainLease.ts"
import { makePolicyVerifications } from "./PolicyVerifications.ts"

const unknownSponsors = Metric.counter("domains_unknown_sponsor_total", {
  description: "Queries of owned domains that the registry shows under an unknown registrar id, by registry",
  incremental: true
})

/** Scheduled actions on domains: renewals, notices, the end of grace periods, deletions, verifications. */
export class DomainLifeCycle extends Context.Service<DomainLifeCycle, {
  /** Synchronises one domain with its registry and carries out its due actions. */
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
      const renewals = yield* Renewals
      const deletions = yield* Deletions
      const refunds = yield* makeGraceRefunds
      const endTransfer = yield* makeOutboundTransferEnd
      const codes = yield* makeAuthCodeEnd
      const lease = yield* makeDomainLease
      const verify = yield* makePolicyVerifications
      const recordExpiry = yield* makeExpiryRecords

      /** Stores the state of a domain at the registry, unless the domain has changed since the look-up. */
      const undisturbed = <A>(leased: Domain, work: Effect.Effect<A>): Effect.Effect<Option.Option<A>> =>
        transaction.atomically(Effect.gen(function*() {
          const current = yield* store.lock(leased.domain_id)
          const isSame = Option.isSome(current) && Equal.equals(current.value, leased)
          return isSame && !(yield* isUnsettled(intents, leased.domain_id)) ? Option.some(yield* work) : Option.none()
        }))

      /** Removes a domain: `isGone` if its registry has deleted it, otherwise it belongs to another registrar. */
      const drop = (domain: Domain, isGone: boolean) =>
        undisturbed(
          domain,
          Effect.gen(function*() {
            // The mails of the event read the domain.
            yield* changes.record(
              domain,
              isGone
                ? { type: "DELETION", subtype: "SUCCESS", message: `${domain.name} is deleted` }
                : { type: "OUTBOUND_TRANSFER", subtype: "SUCCESS", message: `${domain.name} has left the account` }
            )
            yield* changes.drop(domain.domain_id)
            if (!isGone) yield* refunds.transferredAway(domain, yield* Instant.now)
          })
        )

      const synchronise = Effect.fnUntraced(
        function*(leased: Domain, account: RegistryAccount, registered: RegistryDomain) {
          const isUpdating = (yield* intents.ofObject(leased.domain_id)).some(({ kind }) => updating.has(kind))
          if (!registered.statuses.includes("pendingTransfer")) yield* endTransfer(leased)
          const domain = yield* changes.change(
            leased.domain_id,
            (current, now) => {
              const known = withoutEndedCharges(synchronised(current, registered, now), account.spec, now)
              const dated = withCodeEnd(withEndDates(known, account.spec, now), account, now)
              return isUpdating ? withStatus(dated, "pendingUpdate") : dated
            }
          )
          yield* changes.keepDnssec(leased.domain_id, registered.dnssec)
          yield* recordExpiry(leased, domain)
          if (leased.canceled_on === null && Option.exists(domain, ({ canceled_on }) => canceled_on !== null)) {
            yield* changes.record(leased, {
              type: "DELETION",
              subtype: "NOTIFICATION",
              message: `${leased.name} is deleted by its registry and can be restored for a while`
            })
          }
          return domain
        }
      )

      /**
       * Keeps the stored state of a domain that the registry shows under an unknown registrar id. Due actions are
       * carried out: the registry refuses them if the domain belongs to another registrar.
       */
      const keepWithUnknownSponsor = Effect.fnUntraced(function*(leased: Domain, registered: RegistryDomain) {
        const { domain_id, name, registry } = leased
        yield* Metric.update(Metric.withAttributes(unknownSponsors, { registry }), 1)
        yield* Effect.logError(`${registry} shows ${name} under the unknown registrar id ${registered.sponsor_id}`)
        const domain = yield* changes.change(domain_id, (current) => current)
        yield* recordExpiry(leased, domain)
        return domain
      })

      /**
       * Renews a domain by its mode. `unpaid`: the balance is insufficient or the organization inactive, so a due deletion
       * takes place.
       */
      const renew = Effect.fnUntraced(function*(domain: Domain) {
        const failure = yield* Effect.flip(renewals.renewAutomatically(domain)).pipe(Effect.option)
        if (Option.isNone(failure)) return "renewed" as const
        yield* reportFailedRenewal(domain, failure.value)
        return unpaid.has(failure.value._tag) ? "unpaid" as const : "failed" as const
      })

      /** Records the failure of a renewal, except a refusal by the registry, which the intent has recorded. */
      const reportFailedRenewal = (domain: Domain, error: Failure) =>
        unpaid.has(error._tag) || error._tag === "DomainStatusProhibited"
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

      /** Renews a domain, or deletes it if it is unpaid on the last day on which its renewal can be paid. */
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
        if (domain.policy_verification !== null) yield* verify(domain, account)
      })

      const work = Effect.fnUntraced(function*(leased: Domain) {
        if (isBeingAcquired(leased) || (yield* isUnsettled(intents, leased.domain_id))) return
        const account = yield* access.accountOf(leased)
        const registered = yield* account.registry.infoDomain(leased.name)
        const sponsor = Option.isNone(registered) ? "other" : sponsorOfOwned(leased, registered.value)
        if (Option.isNone(registered) || sponsor === "other") {
          yield* drop(leased, Option.isNone(registered) || isDeleted(leased))
          return
        }
        const domain = Option.flatten(
          yield* undisturbed(
            leased,
            sponsor === "account"
              ? synchronise(leased, account, registered.value)
              : keepWithUnknownSponsor(leased, registered.value)
          )
        )
        if (Option.isSome(domain)) yield* act(domain.value, account)
      })

      const advanceLeased = (domain: Domain) =>
        Effect.catchCause(work(domain), (cause) => Effect.logWarning(`${domain.name} could not be advanced`, cause))

      return DomainLifeCycle.of({
        advance: Effect.fn("DomainLifeCycle.advance")((id) =>
          Effect.flatMap(lease(id), Option.match({ onNone: () => Effect.void, onSome: advanceLeased }))
        )
      })
    })
  )
}

/** Kinds of intents that may wait for the registry's decision while the domain is synchronised. */
const updating: ReadonlySet<string> = new Set([dnssecIntentKind, updateIntentKind])

/** Kinds of intents that record themselves that the domain has left. */
const removing: ReadonlySet<string> = new Set([deletionIntentKind, handOverKind])

/** True if an open intent of the domain was sent, has charges, or removes the domain; recovery settles it. */
const isUnsettled = (intents: RegistryIntentStore["Service"], id: DomainId): Effect.Effect<boolean> =>
  Effect.map(
    intents.ofObject(id),
    (open) =>
      open.some(({ billing_transaction_ids, kind, state }) =>
        state === "prepared" || removing.has(kind) || billing_transaction_ids.length > 0
      )
  )

/** Failures of renewals for which nobody pays. */
const unpaid: ReadonlySet<string> = new Set(["InsufficientFunds", "OrganizationInactive"])

interface Failure {
  readonly _tag: string
  readonly code: string
  readonly message: string
}
