import { Effect } from "effect"
import { Billing, type BillingTransactionId } from "../../billing/index.ts"
import { OperationInProgress, RegistryIntentStore } from "../../registry/index.ts"
import type { Actor } from "../../shared/index.ts"
import type { DomainReference } from "../Domain.ts"
import { OwnedDomains } from "../OwnedDomains.ts"

/** Charge of a request for a domain. */
export interface RequestedCharge {
  readonly charge: BillingTransactionId
  /** True if an earlier attempt of the request has placed the order. */
  readonly isOrdered: boolean
}

/**
 * Prevents repeated attempts of a request from ordering and charging a renewal or restore twice. An attempt calls
 * `find` first, and `claim` in the transaction that reserves the money, after the intent is stored.
 */
export const makeRequestedCharges = Effect.gen(function*() {
  const billing = yield* Billing
  const owned = yield* OwnedDomains
  const intents = yield* RegistryIntentStore

  /** True if the registry has accepted the order of the charge and will decide later. */
  const isAccepted = Effect.fnUntraced(function*(actor: Actor, reference: DomainReference, charge: string) {
    const { domain_id } = yield* owned.get(actor, reference)
    const open = yield* intents.ofObject(domain_id)
    return open.some(({ billing_transaction_ids, state }) =>
      state === "accepted" && billing_transaction_ids.some((id) => id === charge)
    )
  })

  /** Fails while the outcome of an earlier attempt is unknown. */
  const find = Effect.fnUntraced(function*(actor: Actor, reference: DomainReference) {
    const { _tag, charge } = yield* billing.chargeOfRequest
    const isOrdered = _tag === "Charged" || (_tag === "Pending" && (yield* isAccepted(actor, reference, charge)))
    if (_tag === "Pending" && !isOrdered) return yield* new OperationInProgress({ object_name: reference })
    const requested: RequestedCharge = { charge, isOrdered }
    return requested
  })

  /** Fails if another attempt of the same request has charged since `find`. */
  const claim = Effect.fnUntraced(function*(charge: BillingTransactionId, reference: DomainReference) {
    if (yield* billing.isKnown(charge)) return yield* new OperationInProgress({ object_name: reference })
  })

  return { find, claim }
})
