import { Duration, Effect, Option, Schema } from "effect"
import { Billing, BillingTransactionId } from "../billing/index.ts"
import {
  DomainStatus,
  done,
  type Intent,
  type IntentHandler,
  type Looked,
  notDone,
  type Registry,
  type RegistryDomain,
  RegistryOutcomeUnknown,
  RegistryRouter
} from "../registry/index.ts"
import { DomainId, DomainName, Instant, type Money } from "../shared/index.ts"
import { TldCatalog } from "../tlds/index.ts"
import { DomainChanges, registryError } from "./DomainChanges.ts"
import { withEndDates } from "./EndDates.ts"
import { GraceCharge } from "./GraceCharge.ts"
import { makeGraceRefunds } from "./GraceRefunds.ts"
import { withCodeEnd } from "./NewAuthCode.ts"
import { synchronised } from "./RegistryState.ts"

const DeletionPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  tld: Schema.String,
  /** The charge that releases without `grace` refund if the name is gone at once. */
  refundable: Schema.NullOr(BillingTransactionId),
  /** Absent in intents of releases that refund the registration alone. */
  grace: Schema.optionalKey(Schema.Struct({
    /** Charges whose grace period may run. */
    charges: Schema.Array(GraceCharge),
    /** The statuses before the deletion; null where the registry shows no grace periods or could not be asked. */
    statuses: Schema.NullOr(Schema.Array(DomainStatus)),
    /** Whether the registry renewed the name itself and that was not paid. */
    owes: Schema.Boolean
  }))
})
export type DeletionPayload = typeof DeletionPayload.Type

/** A deletion that the registry carried out. */
interface Deleted {
  /** The name at the registry: none if it is free, else a domain that can still be restored. */
  readonly remains: Option.Option<RegistryDomain>
  /** When it was sent; null where its answer was lost. */
  readonly sent_on: Instant.Instant | null
  /** What the registry gave back; null where it does not say. */
  readonly credit: Money.Money | null
}

const remainsOf = (seen: Deleted["remains"]): Looked<Deleted["remains"]> => {
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
  const router = yield* RegistryRouter
  const refunds = yield* makeGraceRefunds

  /** A year that the registry added by itself is taken back with the deletion. */
  const keep = Effect.fnUntraced(function*({ payload, registry }: Intent<DeletionPayload>, seen: RegistryDomain) {
    const spec = yield* catalog.find(payload.tld)
    const backend = router.find(registry)
    yield* changes.change(payload.domain_id, (domain, now) => {
      const leaving = {
        ...synchronised(domain, seen, now),
        unpaid_renewal_on: null,
        registration_transaction_id: null,
        grace_charges: []
      }
      if (Option.isNone(spec)) return leaving
      const dated = withEndDates(leaving, spec.value, now)
      return Option.isNone(backend) ? dated : withCodeEnd(dated, { registry: backend.value, spec: spec.value }, now)
    })
  })

  const refund = Effect.fnUntraced(function*(
    { created_on, payload, registry }: Intent<DeletionPayload>,
    { credit, remains, sent_on }: Deleted
  ) {
    const { grace, refundable } = payload
    if (grace === undefined) {
      return yield* refundable !== null && Option.isNone(remains) ? billing.refund(refundable) : Effect.void
    }
    yield* refunds.deleted({ ...payload, registry }, {
      ...grace,
      looked_on: created_on,
      lag: Option.match(router.find(registry), {
        onNone: () => Duration.zero,
        onSome: ({ capabilities }) => capabilities.lookup_lag
      }),
      deleted: { from: sent_on ?? created_on, to: sent_on ?? (yield* Instant.now) },
      credit
    })
  })

  const intent: IntentHandler<DeletionPayload, Deleted> = {
    kind: "domain.delete",
    payload: DeletionPayload,

    send: Effect.fnUntraced(function*({ command_id, payload }, registry) {
      const sent_on = yield* Instant.now
      const { credit } = yield* Effect.catchIf(
        registry.deleteDomain({ command_id, name: payload.name }),
        (error) => error._tag === "RegistryRefusal" && error.reason === "objectMissing",
        () => Effect.succeed({ completed: true, credit: null })
      )
      const remains = yield* Effect.mapError(
        look(payload.name, registry),
        (error) => new RegistryOutcomeUnknown({ command_id, text: error.message })
      )
      if (remains._tag === "Done") return done({ remains: remains.result, sent_on, credit })
      // The state of before, as it seems. Where looks are always up to date, that is all that is left of a deleted name.
      return Duration.isZero(registry.capabilities.lookup_lag)
        ? done({ remains: Option.none(), sent_on, credit })
        : yield* new RegistryOutcomeUnknown({ command_id, text: `${payload.name} is shown as before` })
    }),

    look: ({ payload }, registry) =>
      Effect.map(
        look(payload.name, registry),
        (found): Looked<Deleted> =>
          found._tag === "Done" ? done({ remains: found.result, sent_on: null, credit: null }) : notDone
      ),

    complete: Effect.fnUntraced(function*(deletion, deleted) {
      const { organization_id, payload } = deletion
      const { remains } = deleted
      yield* Option.match(remains, {
        onNone: () => changes.drop(payload.domain_id),
        onSome: (seen) => keep(deletion, seen)
      })
      yield* changes.record({ ...payload, organization_id }, {
        type: "DELETION",
        subtype: Option.isNone(remains) ? "SUCCESS" : "NOTIFICATION",
        message: Option.isNone(remains)
          ? `${payload.name} is deleted`
          : `${payload.name} is deleted and can be restored for a while`
      })
      yield* refund(deletion, deleted)
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
