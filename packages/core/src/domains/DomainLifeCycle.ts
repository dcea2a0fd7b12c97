import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { RegistryDomain } from "../registry/index.ts"
import { type DomainId, Instant, Transaction } from "../shared/index.ts"
import { StatusTags } from "../tags/index.ts"
import type { TldSpec } from "../tlds/index.ts"
import { Deletions } from "./Deletions.ts"
import type { Domain } from "./Domain.ts"
import { DomainChanges } from "./DomainChanges.ts"
import { isLeaving } from "./DomainState.ts"
import { DomainStore } from "./DomainStore.ts"
import { dueActions } from "./NextAction.ts"
import { RegistryAccess } from "./RegistryAccess.ts"
import { synchronised } from "./RegistryState.ts"
import { Renewals } from "./Renewals.ts"

/** How long one worker keeps a domain to itself; if it fails, the domain comes up again after that. */
const leaseHours = 1

/** What time brings to domains: renewals, notices, the end of grace periods, deletions. */
export class DomainLifeCycle extends Context.Service<DomainLifeCycle, {
  /** Works on up to `limit` domains whose time has come, the longest waiting first; answers how many there were. */
  readonly advanceDue: (limit: number) => Effect.Effect<number>
  /** Compares one domain with its registry and does what is due. */
  readonly advance: (id: DomainId) => Effect.Effect<void>
}>()("@namewright/core/domains/DomainLifeCycle") {
  static readonly layer = Layer.effect(
    DomainLifeCycle,
    Effect.gen(function*() {
      const store = yield* DomainStore
      const home = yield* RegistryAccess
      const transaction = yield* Transaction
      const changes = yield* DomainChanges
      const statusTags = yield* StatusTags
      const renewals = yield* Renewals
      const deletions = yield* Deletions

      /** Takes the domain for this worker, as it was; none when another one has it or nothing is due. */
      const take = (id: DomainId) =>
        transaction.atomically(Effect.gen(function*() {
          const now = yield* Instant.now
          const found = yield* store.lock(id)
          const due = Option.filter(found, ({ next_action_on }) =>
            next_action_on !== null && Instant.hasPassed(next_action_on, now))
          if (Option.isSome(due)) {
            yield* store.save({ ...due.value, next_action_on: DateTime.add(now, { hours: leaseHours }) })
          }
          return due
        }))

      const drop = Effect.fnUntraced(function*(domain: Domain) {
        const left = isLeaving(domain)
        yield* transaction.atomically(Effect.gen(function*() {
          yield* changes.drop(domain.domain_id)
          yield* changes.record(
            domain,
            left
              ? { type: "DELETION", subtype: "SUCCESS", message: `${domain.name} is deleted` }
              : { type: "OUTBOUND_TRANSFER", subtype: "SUCCESS", message: `${domain.name} has left the account` }
          )
        }))
      })

      const synchronise = (domain: Domain, seen: RegistryDomain) =>
        transaction.atomically(Effect.gen(function*() {
          if (!seen.statuses.includes("pendingTransfer")) {
            yield* statusTags.clear(domain.organization_id, "DOMAIN", domain.domain_id, "OUTBOUND_TRANSFER_PENDING")
          }
          return yield* changes.change(domain.domain_id, (current, now) => ({
            ...synchronised(current, seen, now),
            unpaid_renewal_on: unpaidRenewal(current, seen)
          }))
        }))

      const notify = (domain: Domain, now: Instant.Instant) =>
        domain.expires_on === null
          ? Effect.void
          : transaction.atomically(changes.record(domain, {
            type: "RENEWAL",
            subtype: "NOTIFICATION",
            message: `${domain.name} expires in ${daysUntil(now, domain.expires_on)} days`,
            details: { detail_type: "domain_renewal", expires_on: domain.expires_on }
          }))

      /** A renewal or deletion that fails has written its event; it comes up again the next day. */
      const act = Effect.fnUntraced(function*(domain: Domain, spec: TldSpec, since: Instant.Instant) {
        const now = yield* Instant.now
        const due = dueActions(domain, spec, since, now)
        if (due.has("notify")) yield* notify(domain, now)
        if (due.has("delete")) yield* Effect.ignore(deletions.removeAutomatically(domain))
        else if (due.has("renew")) {
          yield* Effect.catch(renewals.renewAutomatically(domain), (error) => failed(domain, error))
        }
      })

      const failed = (domain: Domain, error: { readonly _tag: string; readonly message: string }) =>
        error._tag === "InsufficientFunds"
          ? transaction.atomically(changes.record(domain, {
            type: "RENEWAL",
            subtype: "FAILURE",
            message: `${domain.name} could not be renewed`,
            error: { code: "ERROR_BILLING_INSUFFICIENT_FUNDS", detail: error.message }
          }))
          : Effect.logInfo(`${domain.name} could not be renewed`, error.message)

      const work = Effect.fnUntraced(function*(taken: Domain) {
        const { registry, spec } = yield* home.homeOf(taken)
        const seen = yield* registry.infoDomain(taken.name)
        if (Option.isNone(seen) || !seen.value.sponsored) return yield* drop(taken)
        const domain = yield* synchronise(taken, seen.value)
        if (Option.isNone(domain)) return
        yield* act(domain.value, spec, taken.next_action_on ?? (yield* Instant.now))
      })

      const advanceTaken = (taken: Option.Option<Domain>) =>
        Option.match(taken, {
          onNone: () => Effect.void,
          onSome: (domain) =>
            Effect.catchCause(work(domain), (cause) => Effect.logWarning(`${domain.name} could not be advanced`, cause))
        })

      const advance = Effect.fn("DomainLifeCycle.advance")(function*(id: DomainId) {
        yield* advanceTaken(yield* take(id))
      })

      const advanceDue = Effect.fn("DomainLifeCycle.advanceDue")(function*(limit: number) {
        const due = yield* store.due(yield* Instant.now, limit)
        yield* Effect.forEach(due, advance, { concurrency: 4, discard: true })
        return due.length
      })

      return DomainLifeCycle.of({ advance, advanceDue })
    })
  )
}

/** The old expiry, when the registry went on by itself and nobody has paid for that here. */
const unpaidRenewal = (domain: Domain, seen: RegistryDomain): Instant.Instant | null => {
  const { expires_on, unpaid_renewal_on } = domain
  if (expires_on === null || seen.expires_on === null) return unpaid_renewal_on
  if (DateTime.isGreaterThan(seen.expires_on, expires_on)) return unpaid_renewal_on ?? expires_on
  // A shorter term means that the registry has taken its year back.
  return DateTime.isLessThan(seen.expires_on, expires_on) ? null : unpaid_renewal_on
}

const daysUntil = (now: Instant.Instant, then: Instant.Instant): number =>
  Math.max(0, Math.round((DateTime.toEpochMillis(then) - DateTime.toEpochMillis(now)) / 86_400_000))
