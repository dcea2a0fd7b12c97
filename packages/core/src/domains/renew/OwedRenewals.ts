import { DateTime, Effect, Option } from "effect"
import { Billing, type BillingTransactionId, newBillingTransactionId, type NewCharge } from "../../billing/index.ts"
import { OperationInProgress, type Registry, RegistryIntentStore } from "../../registry/index.ts"
import { type Instant, Period, Transaction } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { DomainStore } from "../DomainStore.ts"
import { withCharges } from "../GraceCharge.ts"

/** Unpaid renewals: terms that the registry added at expiry and that have not been charged. */
export const makeOwedRenewals = Effect.gen(function*() {
  const store = yield* DomainStore
  const billing = yield* Billing
  const transaction = yield* Transaction
  const changes = yield* DomainChanges
  const intents = yield* RegistryIntentStore

  /**
   * Fails while another order is unsettled: a deletion in progress may undo the term, and a renewal that the registry has
   * accepted may be what has added it. `own` is the charge of the order for which this is asked.
   */
  const refuseUnsettled = Effect.fnUntraced(function*({ domain_id, name }: Domain, own?: BillingTransactionId) {
    const open = yield* intents.ofObject(domain_id)
    const isUnsettled = open.some(({ billing_transaction_ids, state }) =>
      (state === "prepared" || billing_transaction_ids.length > 0) &&
      !(own !== undefined && billing_transaction_ids.includes(own))
    )
    if (isUnsettled) return yield* new OperationInProgress({ object_name: name })
  })

  /** Charges each unpaid term, except those paid since `domain` was read. `charge` is for one term. */
  const pay = Effect.fnUntraced(function*<E>(
    domain: Domain,
    { charge, check, registry, term }: {
      /** Checks the locked domain. */
      readonly check: (current: Domain) => Effect.Effect<void, E>
      readonly charge: NewCharge
      readonly registry: Registry
      readonly term: Period.Period
    }
  ) {
    yield* transaction.atomically(Effect.gen(function*() {
      const current = yield* store.lock(domain.domain_id)
      if (Option.isNone(current)) return
      yield* check(current.value)
      if (current.value.unpaid_renewal_on === null) return
      yield* refuseUnsettled(domain)
      const paid = yield* Effect.forEach(
        owedTerms(current.value, term),
        (began_on) => Effect.map(newBillingTransactionId, (id) => ({ id, began_on }))
      )
      const canBeUndone = current.value.registry_statuses.includes("autoRenewPeriod")
        || !registry.capabilities.grace_statuses
      yield* changes.change(
        domain.domain_id,
        (owing, now) => ({ ...(canBeUndone ? withPaid(owing, paid, now) : owing), unpaid_renewal_on: null })
      )
      const { expires_on } = current.value
      yield* changes.record(domain, {
        type: "RENEWAL",
        subtype: "SUCCESS",
        message: `${domain.name} is renewed`,
        ...(expires_on === null ? {} : { details: { detail_type: "domain_renewal", expires_on } })
      })
      yield* Effect.forEach(
        paid,
        ({ id }) => Effect.andThen(billing.reserve({ ...charge, billing_transaction_id: id }), billing.capture(id)),
        { discard: true }
      )
    }))
  })

  return { pay, refuseUnsettled }
})

/** Days by which the expiry may differ from whole terms: leap years, and registries that correct a date. */
const tolerance = 2

/**
 * Beginnings of the unpaid terms that the registry added. More than one only if the domain was not synchronised for
 * longer than a term; one if the registry shows no expiry.
 */
export const owedTerms = (
  { expires_on, unpaid_renewal_on }: Pick<Domain, "expires_on" | "unpaid_renewal_on">,
  term: Period.Period
): ReadonlyArray<Instant.Instant> => {
  if (unpaid_renewal_on === null) return []
  const beginnings = [unpaid_renewal_on]
  if (expires_on === null) return beginnings
  const last = DateTime.add(expires_on, { days: tolerance })
  let next = Period.addTo(unpaid_renewal_on, term)
  while (DateTime.isLessThanOrEqualTo(Period.addTo(next, term), last)) {
    beginnings.push(next)
    next = Period.addTo(next, term)
  }
  return beginnings
}

/** The domain with the charges of the terms, which are refundable while the registry's grace period runs. */
const withPaid = (
  owing: Domain,
  paid: ReadonlyArray<{ readonly id: BillingTransactionId; readonly began_on: Instant.Instant }>,
  now: Instant.Instant
): Domain =>
  paid.reduce(
    (domain, { began_on, id }) =>
      withCharges(domain, { billing_transaction_ids: [id], operation: "autoRenew", began_on, cost: null }, now),
    owing
  )
