import { DateTime, Effect, Option, Schema } from "effect"
import { Billing } from "../../billing/index.ts"
import {
  accepted,
  done,
  type IntentHandler,
  type LookUpResult,
  notDone,
  pending,
  type QueryError,
  refusedBy,
  RegistrarIds,
  type RegistryDomain,
  unclear
} from "../../registry/index.ts"
import { DomainId, DomainName, Instant, Period } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { withStatus } from "../DomainState.ts"
import { Fee } from "../Fee.ts"
import { withCharges } from "../GraceCharge.ts"
import { answeredWith, type CommandResult, domainAfterRenewal, lookedUp } from "../registry/DomainAfterCommand.ts"
import { mayBeReviewed } from "../registry/mayBeReviewed.ts"
import { noDomain } from "../registry/noDomain.ts"
import { synchronised } from "../registry/RegistryState.ts"
import { learnSponsor } from "../registry/SponsorEvidence.ts"

const RenewalPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  period: Period.Period,
  /** Expiry before the renewal. */
  expires_on: Instant.Instant,
  fee: Schema.NullOr(Fee)
})
export type RenewalPayload = typeof RenewalPayload.Type

/** UTC day of an instant; registries compare expiry dates by day. */
export const dayOf = (instant: Instant.Instant): string => DateTime.formatIsoDateUtc(instant)

/** Intent of a renewal. The expiry before it makes a repeat harmless, and decides the outcome after a lost response. */
export const makeRenewalIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const billing = yield* Billing
  const ids = yield* RegistrarIds

  const intent: IntentHandler<RenewalPayload, CommandResult> = {
    kind: "domain.renew",
    payload: RenewalPayload,

    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      const { expires_on, fee, name, period } = payload
      const renewed = yield* registry.renewDomain({
        command_id,
        name,
        period,
        fee,
        current_expiry_date: dayOf(expires_on)
      })
      if (!renewed.completed) return accepted
      const registered = yield* domainAfterRenewal(registry, command_id, name, renewed)
      yield* learnSponsor(ids, registry, registered)
      return done(answeredWith(registered, renewed))
    }),

    lookUp: Effect.fnUntraced(
      function*({ payload }, registry): Effect.fn.Return<LookUpResult<CommandResult>, QueryError> {
        const registered = yield* registry.infoDomain(payload.name)
        if (Option.isNone(registered)) return refusedBy(noDomain)
        if (registered.value.statuses.includes("pendingRenew")) return pending
        if (!wasRenewed(payload, registered.value, yield* Instant.now)) return notDone
        // A transfer also adds a term, and the response does not show which of the two happened.
        return registered.value.sponsor === "other"
          ? unclear(`${payload.name} is renewed, and shown under the registrar id ${registered.value.sponsor_id}`)
          : done(lookedUp(registered.value))
      }
    ),

    mayBeReviewed: mayBeReviewed("renew"),

    complete: Effect.fnUntraced(function*(renewal, { cost, isAnswered, registered }) {
      const { billing_transaction_ids, organization_id, payload } = renewal
      const renewed = yield* changes.change(payload.domain_id, (domain, now) => {
        const charged = {
          billing_transaction_ids,
          operation: "renew" as const,
          // Without a response, the renewal dates from its order, unless the registry accepted it and decided later.
          began_on: isAnswered || renewal.state === "accepted" ? now : renewal.created_on,
          cost: cost ?? payload.fee
        }
        return {
          ...withCharges(synchronised(domain, registered, now), charged, now),
          unpaid_renewal_on: otherUnpaid(domain, payload),
          is_premium: payload.fee !== null
        }
      })
      const expires_on = Option.flatMap(renewed, (domain) => Option.fromNullishOr(domain.expires_on))
      yield* changes.record({ ...payload, organization_id }, {
        type: "RENEWAL",
        subtype: "SUCCESS",
        message: `${payload.name} is renewed`,
        ...(Option.isSome(expires_on)
          ? { details: { detail_type: "domain_renewal", expires_on: expires_on.value } }
          : {})
      })
      yield* Effect.forEach(billing_transaction_ids, billing.capture, { discard: true })
    }),

    adopt: ({ payload }, registry) => Effect.map(registry.infoDomain(payload.name), Option.map(lookedUp)),

    escalated: changes.recordEscalation,

    accepted: ({ payload }) => changes.change(payload.domain_id, (domain) => withStatus(domain, "pendingRenew")),

    refused: Effect.fnUntraced(function*(renewal, reason) {
      const { billing_transaction_ids, payload, state } = renewal
      if (state === "accepted") yield* changes.makeDue(payload.domain_id)
      yield* changes.recordRefusal(renewal, reason, {
        type: "RENEWAL",
        message: `${payload.name} could not be renewed`
      })
      yield* Effect.forEach(billing_transaction_ids, (id) => billing.release(id, "failed"), { discard: true })
    })
  }

  return intent
})

/** `unpaid_renewal_on` after this renewal: null if a synchronisation mistook it for a renewal by the registry. */
const otherUnpaid = ({ unpaid_renewal_on }: Domain, { expires_on }: RenewalPayload): Instant.Instant | null =>
  unpaid_renewal_on !== null && dayOf(unpaid_renewal_on) === dayOf(expires_on) ? null : unpaid_renewal_on

/** True if the term was added. A year that the registry added itself at expiry does not count. */
const wasRenewed = (
  { expires_on, period }: RenewalPayload,
  registered: RegistryDomain,
  now: Instant.Instant
): boolean => {
  if (registered.expires_on === null) return false
  const byRegistry = Instant.hasPassed(expires_on, now)
    && registered.statuses.includes("autoRenewPeriod") && !registered.statuses.includes("renewPeriod")
  return !byRegistry && dayOf(registered.expires_on) >= dayOf(Period.addTo(expires_on, period))
}
