import { Effect, Option, Schema } from "effect"
import { Billing } from "../../billing/index.ts"
import {
  accepted,
  begun,
  type CommandId,
  done,
  type Intent,
  type IntentHandler,
  type LookUpResult,
  newCommandId,
  notDone,
  pending,
  type QueryError,
  refusedBy,
  type Registry,
  type RegistryDomain,
  RegistryOutcomeUnknown
} from "../../registry/index.ts"
import { DomainId, DomainName, Instant, type Money, Period } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { isDeleted, withoutStatus, withStatus } from "../DomainState.ts"
import { Fee } from "../Fee.ts"
import { withCharges } from "../GraceCharge.ts"
import { domainAfter, domainAfterRenewal } from "../registry/DomainAfterCommand.ts"
import { mayBeReviewed } from "../registry/mayBeReviewed.ts"
import { withNewCodeRemoval } from "../registry/NewAuthCode.ts"
import { noDomain } from "../registry/noDomain.ts"
import { isTermLater, synchronised } from "../registry/RegistryState.ts"
import { dayOf } from "../renew/RenewalIntent.ts"

/** The first charge of the intent is for the restore, the second for its renewal. */
const RestorePayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  reason: Schema.NullOr(Schema.String),
  /** Renewal that the TLD requires with a restore; null if it requires none. */
  renewal: Schema.NullOr(Schema.Struct({ period: Period.Period, fee: Schema.NullOr(Fee) })),
  /** Expiry before the restore. */
  expires_on: Schema.NullOr(Instant.Instant),
  fee: Schema.NullOr(Fee)
})
export type RestorePayload = typeof RestorePayload.Type

/** Restored domain. */
interface Restored {
  readonly registered: RegistryDomain
  /** False if no renewal was required, or the registry refused it. */
  readonly renewed: boolean
  /** True if the registry has responded to the renewal; false if its outcome was looked up. */
  readonly isAnswered: boolean
  /** Fee of the renewal; null if it is not reported, or the registry added the term itself. */
  readonly cost: Money.Money | null
}

/** Intent of a restore, with a renewal if the TLD requires one. */
export const makeRestoreIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const billing = yield* Billing

  const intent: IntentHandler<RestorePayload, Restored> = {
    kind: "domain.restore",
    payload: RestorePayload,

    // In a repeat, the restore may be done and only the renewal missing.
    send: Effect.fnUntraced(function*({ command_id, isResent = false, lease, payload }, registry) {
      const before = lease === 0 && !isResent ? Option.none() : yield* registry.infoDomain(payload.name)
      if (!Option.exists(before, isActive)) {
        const { fee, name, reason } = payload
        const answer = yield* registry.restoreDomain({ command_id, name, reason, fee })
        if (!answer.completed) return accepted
      }
      const registered = yield* domainAfter(registry, command_id, payload.name)
      return isActive(registered) ? done(yield* renewed(payload, registered, registry)) : accepted
    }),

    // A restore that was accepted first is done, with or without the renewal. A pending restore may lack its report,
    // because a response was lost or the registry accepted the request later.
    lookUp: Effect.fnUntraced(
      function*({ payload, state }, registry): Effect.fn.Return<LookUpResult<Restored>, QueryError> {
        const registered = yield* registry.infoDomain(payload.name)
        if (Option.isNone(registered) || registered.value.sponsor === "other") return refusedBy(noDomain)
        if (registered.value.statuses.includes("pendingRestore")) {
          return registry.capabilities.restore_reports ? begun : pending
        }
        if (!isActive(registered.value)) return notDone
        // The restore is charged by the registry, and its renewal is missing.
        if (state !== "accepted" && owesRenewal(payload, registered.value)) return begun
        return done(lookedUp(payload, registered.value))
      }
    ),

    mayBeReviewed: mayBeReviewed("restore"),

    adopt: ({ payload }, registry) =>
      Effect.map(
        registry.infoDomain(payload.name),
        (registered) => Option.map(Option.filter(registered, isActive), (active) => lookedUp(payload, active))
      ),

    escalated: changes.recordEscalation,

    complete: Effect.fnUntraced(function*(ordered, restored) {
      const { billing_transaction_ids, organization_id, payload } = ordered
      const [restore, ...renewals] = billing_transaction_ids
      yield* changes.change(payload.domain_id, (domain, now) => ({
        ...withNewCodeRemoval(withRenewal(synchronised(domain, restored.registered, now), ordered, restored, now), now),
        canceled_on: null,
        deleted_on: null,
        unpaid_renewal_on: unpaidSince(payload, restored)
      }))
      yield* changes.record({ ...payload, organization_id }, {
        type: "DELETION",
        subtype: "CANCELED",
        message: `${payload.name} is restored`
      })
      if (restore !== undefined) yield* billing.capture(restore)
      for (const renewal of renewals) {
        yield* restored.renewed ? billing.capture(renewal) : billing.release(renewal, "canceled")
      }
    }),

    accepted: ({ payload }) =>
      changes.change(
        payload.domain_id,
        (domain) => withStatus(withoutStatus(domain, "redemptionPeriod"), "pendingRestore")
      ),

    refused: Effect.fnUntraced(function*(restore, reason) {
      const { billing_transaction_ids, payload, state } = restore
      if (state === "accepted") yield* changes.makeDue(payload.domain_id)
      yield* changes.recordRefusal(restore, reason, {
        kind: "domain.restore_failed",
        type: "DELETION",
        message: `${payload.name} could not be restored`
      })
      yield* Effect.forEach(billing_transaction_ids, (id) => billing.release(id, "failed"), { discard: true })
    })
  }

  return intent
})

/** Result of a query, which does not include the fee of the renewal. */
const lookedUp = (payload: RestorePayload, registered: RegistryDomain): Restored => ({
  registered,
  renewed: payload.renewal !== null && registered.expires_on !== null && !owesRenewal(payload, registered),
  isAnswered: false,
  cost: null
})

/** Renews a restored domain unless the registry has added the term itself. A refusal does not undo the restore. */
const renewed = Effect.fnUntraced(function*(
  payload: RestorePayload,
  registered: RegistryDomain,
  registry: Registry
): Effect.fn.Return<Restored, RegistryOutcomeUnknown> {
  const { name, renewal } = payload
  if (renewal === null || registered.expires_on === null || !owesRenewal(payload, registered)) {
    return lookedUp(payload, registered)
  }
  const command_id: CommandId = yield* newCommandId
  const { fee, period } = renewal
  const answer = yield* Effect.result(
    registry.renewDomain({ command_id, name, period, current_expiry_date: dayOf(registered.expires_on), fee })
  )
  if (answer._tag === "Success") {
    const { cost } = answer.success
    const after = yield* domainAfterRenewal(registry, command_id, name, answer.success)
    return { registered: after, renewed: true, isAnswered: true, cost }
  }
  return answer.failure._tag === "RegistryRefusal"
    ? lookedUp(payload, registered)
    : yield* new RegistryOutcomeUnknown({ command_id, text: answer.failure.message })
})

/**
 * The domain with the grace charge of the renewal, if the registry shows `renewPeriod`. A term that the registry adds
 * with a restore has no grace period, nor has the fee of the restore.
 */
const withRenewal = (
  domain: Domain,
  { billing_transaction_ids, created_on, state }: Intent<RestorePayload>,
  { cost, isAnswered, renewed: isRenewed, registered }: Restored,
  now: Instant.Instant
): Domain => {
  if (!isRenewed || !registered.statuses.includes("renewPeriod")) return domain
  // Without a response, the renewal dates from its order, unless the registry accepted it and decided later.
  const began_on = isAnswered || state === "accepted" ? now : created_on
  const [, ...renewals] = billing_transaction_ids
  return withCharges(domain, { billing_transaction_ids: renewals, operation: "renew", began_on, cost }, now)
}

/**
 * True for a domain that is not deleted. An unknown sponsor is the account, since deleted names cannot be transferred.
 */
const isActive = (registered: RegistryDomain): boolean =>
  registered.sponsor !== "other" && !isDeleted({ registry_statuses: registered.statuses })

const owesRenewal = ({ expires_on, renewal }: RestorePayload, registered: RegistryDomain): boolean =>
  renewal !== null && expires_on !== null && registered.expires_on !== null &&
  dayOf(registered.expires_on) <= dayOf(expires_on)

/** Unpaid renewal after a restore: the registry renews a domain that expired meanwhile. */
const unpaidSince = ({ expires_on, renewal }: RestorePayload, { registered }: Restored): Instant.Instant | null =>
  renewal === null && expires_on !== null && registered.expires_on !== null &&
    isTermLater(expires_on, registered.expires_on)
    ? expires_on
    : null
