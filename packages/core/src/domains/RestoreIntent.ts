import { Effect, Option, Schema } from "effect"
import { Billing } from "../billing/index.ts"
import {
  accepted,
  type CommandId,
  done,
  type IntentHandler,
  type Looked,
  newCommandId,
  notDone,
  type Registry,
  type RegistryDomain
} from "../registry/index.ts"
import { DomainId, DomainName, Instant, Period } from "../shared/index.ts"
import { DomainChanges, registryError } from "./DomainChanges.ts"
import { withoutStatus, withStatus } from "./DomainState.ts"
import { Fee } from "./Fee.ts"
import { synchronised } from "./RegistryState.ts"
import { dayOf } from "./RenewalIntent.ts"
import { seenAfter } from "./SeenAfter.ts"

const RestorePayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  reason: Schema.NullOr(Schema.String),
  /** The term that the TLD's restore brings with it; null where it brings none. */
  renewal: Schema.NullOr(Period.Period),
  /** The expiry before the restore. */
  expires_on: Schema.NullOr(Instant.Instant),
  fee: Schema.NullOr(Fee)
})
export type RestorePayload = typeof RestorePayload.Type

/** How a deleted domain comes back, and is renewed where the TLD wants that. */
export const makeRestoreIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const billing = yield* Billing

  /** Some registries add the term by themselves; the others are asked to. */
  const renew = Effect.fnUntraced(function*(payload: RestorePayload, seen: RegistryDomain, registry: Registry) {
    if (!owesRenewal(payload, seen) || payload.renewal === null || seen.expires_on === null) return seen
    const command_id: CommandId = yield* newCommandId
    yield* registry.renewDomain({
      command_id,
      name: payload.name,
      period: payload.renewal,
      current_expiry_date: dayOf(seen.expires_on),
      fee: null
    })
    return yield* seenAfter(registry, command_id, payload.name)
  })

  const intent: IntentHandler<RestorePayload, RegistryDomain> = {
    kind: "domain.restore",
    payload: RestorePayload,

    // A repeat may find the restore done and only the renewal missing.
    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      const before = yield* registry.infoDomain(payload.name)
      const restored = Option.isSome(before) && isActive(before.value)
      if (!restored) {
        const { fee, name, reason } = payload
        const answer = yield* registry.restoreDomain({ command_id, name, reason, fee })
        if (!answer.completed) return accepted
      }
      const seen = yield* seenAfter(registry, command_id, payload.name)
      return isActive(seen) ? done(yield* renew(payload, seen, registry)) : accepted
    }),

    look: ({ payload }, registry) =>
      Effect.map(registry.infoDomain(payload.name), (seen): Looked<RegistryDomain> => {
        if (Option.isNone(seen) || !seen.value.sponsored) return notDone
        if (seen.value.statuses.includes("pendingRestore")) return accepted
        return isActive(seen.value) && !owesRenewal(payload, seen.value) ? done(seen.value) : notDone
      }),

    complete: Effect.fnUntraced(function*({ billing_transaction_ids, organization_id, payload }, seen) {
      yield* Effect.forEach(billing_transaction_ids, billing.capture, { discard: true })
      yield* changes.change(payload.domain_id, (domain, now) => ({
        ...synchronised(domain, seen, now),
        canceled_on: null,
        deleted_on: null
      }))
      yield* changes.record({ ...payload, organization_id }, {
        type: "DELETION",
        subtype: "CANCELED",
        message: `${payload.name} is restored`
      })
    }),

    accepted: ({ payload }) =>
      changes.change(
        payload.domain_id,
        (domain) => withStatus(withoutStatus(domain, "redemptionPeriod"), "pendingRestore")
      ),

    refused: Effect.fnUntraced(function*({ billing_transaction_ids, organization_id, payload }, reason) {
      yield* Effect.forEach(billing_transaction_ids, (id) => billing.release(id, "failed"), { discard: true })
      yield* changes.record({ ...payload, organization_id }, {
        type: "DELETION",
        subtype: "FAILURE",
        message: `${payload.name} could not be restored`,
        error: registryError(reason)
      })
    })
  }

  return intent
})

const isActive = (seen: RegistryDomain): boolean =>
  seen.sponsored
  && !seen.statuses.some((status) =>
    status === "redemptionPeriod" || status === "pendingDelete" || status === "pendingRestore"
  )

const owesRenewal = ({ expires_on, renewal }: RestorePayload, seen: RegistryDomain): boolean =>
  renewal !== null && expires_on !== null && seen.expires_on !== null && dayOf(seen.expires_on) <= dayOf(expires_on)
