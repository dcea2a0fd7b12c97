import { Duration, Effect, Option, Schema } from "effect"
import { Billing, BillingTransactionId } from "../billing/index.ts"
import {
  done,
  type IntentHandler,
  type Looked,
  notDone,
  type Registry,
  type RegistryDomain,
  RegistryOutcomeUnknown
} from "../registry/index.ts"
import { DomainId, DomainName, Instant } from "../shared/index.ts"
import { IsoDuration, TldCatalog } from "../tlds/index.ts"
import { DomainChanges, registryError } from "./DomainChanges.ts"
import { withEndDates } from "./EndDates.ts"
import { synchronised } from "./RegistryState.ts"

const DeletionPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  tld: Schema.String,
  /** The charge to give back if the name is gone at once: it was in its add grace period. */
  refundable: Schema.NullOr(BillingTransactionId)
})
export type DeletionPayload = typeof DeletionPayload.Type

/** What is left of the name at the registry: nothing, or a domain that can still be restored. */
type Remains = Option.Option<RegistryDomain>

const remainsOf = (seen: Remains): Looked<Remains> => {
  if (Option.isNone(seen) || seen.value.sponsor === "other") return done(Option.none())
  return seen.value.statuses.includes("pendingDelete") || seen.value.statuses.includes("redemptionPeriod")
    ? done(seen)
    : notDone
}

const look = (name: DomainName, registry: Registry) => Effect.map(registry.infoDomain(name), remainsOf)

/** How a domain is deleted. Registries answer in several ways; what is left of the name tells what they did. */
export const makeDeletionIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const billing = yield* Billing
  const catalog = yield* TldCatalog

  const purge = Effect.fnUntraced(function*(payload: DeletionPayload) {
    yield* changes.drop(payload.domain_id)
    if (payload.refundable !== null) yield* billing.refund(payload.refundable)
  })

  /** A year that the registry added by itself is taken back with the deletion. */
  const keep = Effect.fnUntraced(function*(payload: DeletionPayload, seen: RegistryDomain) {
    const spec = yield* catalog.find(payload.tld)
    yield* changes.change(payload.domain_id, (domain, now) => {
      const leaving = { ...synchronised(domain, seen, now), unpaid_renewal_on: null }
      return Option.isSome(spec) ? withEndDates(leaving, spec.value, now) : leaving
    })
  })

  const intent: IntentHandler<DeletionPayload, Remains> = {
    kind: "domain.delete",
    payload: DeletionPayload,

    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      yield* Effect.catchIf(
        registry.deleteDomain({ command_id, name: payload.name }),
        (error) => error._tag === "RegistryRefusal" && error.reason === "objectMissing",
        () => Effect.succeed({ completed: true })
      )
      const remains = yield* Effect.mapError(
        look(payload.name, registry),
        (error) => new RegistryOutcomeUnknown({ command_id, text: error.message })
      )
      if (remains._tag === "Done") return remains
      // The state of before, as it seems. Where looks are always up to date, that is all that is left of a deleted name.
      return Duration.isZero(registry.capabilities.lookup_lag)
        ? done(Option.none())
        : yield* new RegistryOutcomeUnknown({ command_id, text: `${payload.name} is shown as before` })
    }),

    look: ({ payload }, registry) => look(payload.name, registry),

    complete: Effect.fnUntraced(function*({ organization_id, payload }, remains) {
      yield* Option.match(remains, { onNone: () => purge(payload), onSome: (seen) => keep(payload, seen) })
      yield* changes.record({ ...payload, organization_id }, {
        type: "DELETION",
        subtype: Option.isNone(remains) ? "SUCCESS" : "NOTIFICATION",
        message: Option.isNone(remains)
          ? `${payload.name} is deleted`
          : `${payload.name} is deleted and can be restored for a while`
      })
    }),

    accepted: () => Effect.void,

    refused: ({ organization_id, payload }, reason) =>
      changes.record({ ...payload, organization_id }, {
        type: "DELETION",
        subtype: "FAILURE",
        message: `${payload.name} could not be deleted`,
        error: registryError(reason)
      })
  }

  return intent
})

/** Whether the instant lies within the add grace period that began with the registration. */
export const inAddGrace = (
  registered_on: Instant.Instant | null,
  addGrace: string | null,
  now: Instant.Instant
): boolean =>
  registered_on !== null && addGrace !== null && !Instant.hasPassed(IsoDuration.addTo(registered_on, addGrace), now)
