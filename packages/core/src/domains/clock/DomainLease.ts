import { DateTime, Effect, Option } from "effect"
import { pauseOf, RegistryRouter } from "../../registry/index.ts"
import { type DomainId, Instant, Transaction } from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { DomainStore } from "../DomainStore.ts"
import { makeExpiryMails } from "../mails/ExpiryMails.ts"
import { isNoticeDue } from "../NextAction.ts"

/** Duration of a lease in hours; after it, the domain is due again. */
const leaseHours = 1

/** Leases due domains to one worker at a time. */
export const makeDomainLease = Effect.gen(function*() {
  const store = yield* DomainStore
  const catalog = yield* TldCatalog
  const router = yield* RegistryRouter
  const transaction = yield* Transaction
  const changes = yield* DomainChanges
  const mail = yield* makeExpiryMails

  /** Records the notices that are due from `since` to `until`. */
  const notify = Effect.fnUntraced(function*(domain: Domain, since: Instant.Instant, until: Instant.Instant) {
    const { expires_on } = domain
    const spec = yield* catalog.find(domain.tld)
    if (expires_on === null || Option.isNone(spec) || !isNoticeDue(domain, spec.value, since, until)) return
    yield* changes.record(domain, {
      type: "RENEWAL",
      subtype: "NOTIFICATION",
      message: `${domain.name} expires in ${inDays(daysUntil(yield* Instant.now, expires_on))}`,
      details: { detail_type: "domain_renewal", expires_on }
    })
  })

  /**
   * Leases a due domain, and records its due notices and sends its due mail. None if nothing is due, or another worker has the lease. During a
   * maintenance of the registry, the action is postponed to its end; notices due until then are recorded now.
   */
  return (id: DomainId) =>
    transaction.atomically(Effect.gen(function*() {
      const now = yield* Instant.now
      const found = yield* store.lock(id)
      if (Option.isNone(found)) return found
      const since = found.value.next_action_on
      if (since === null || !Instant.hasPassed(since, now)) return Option.none<Domain>()
      const pause = yield* pauseOf(router, found.value.registry, found.value.name)
      const next_action_on = Option.match(pause, {
        onNone: () => DateTime.add(now, { hours: leaseHours }),
        onSome: ({ ends_on }) => ends_on
      })
      const until = Option.isSome(pause) ? next_action_on : now
      yield* notify(found.value, since, until)
      yield* mail(found.value, since, until)
      const leased = { ...found.value, next_action_on }
      yield* store.save(leased)
      return Option.isSome(pause) ? Option.none<Domain>() : Option.some(leased)
    }))
})

const daysUntil = (now: Instant.Instant, then: Instant.Instant): number =>
  Math.max(0, Math.round((DateTime.toEpochMillis(then) - DateTime.toEpochMillis(now)) / 86_400_000))

const inDays = (count: number): string => count === 1 ? "1 day" : `${count} days`
