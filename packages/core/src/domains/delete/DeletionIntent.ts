import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { Billing, BillingTransactionId } from "../../billing/index.ts"
import {
  acceptedWith,
  DomainStatus,
  done,
  type Intent,
  type IntentHandler,
  type LookUpResult,
  notDone,
  pending,
  type QueryError,
  type Registry,
  type RegistryDomain,
  RegistryRouter
} from "../../registry/index.ts"
import { DomainId, DomainName, Instant } from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import { DomainChanges } from "../DomainChanges.ts"
import { withStatus } from "../DomainState.ts"
import { withEndDates } from "../EndDates.ts"
import { Fee } from "../Fee.ts"
import { GraceCharge } from "../GraceCharge.ts"
import { makeGraceRefunds } from "../refund/GraceRefunds.ts"
import { mayBeReviewed } from "../registry/mayBeReviewed.ts"
import { withCodeEnd } from "../registry/NewAuthCode.ts"
import { synchronised } from "../registry/RegistryState.ts"
import { eventOfIntent } from "../request/EarlierAttempt.ts"

/** Response of the registry to a deletion. */
const DeletionAnswer = Schema.Struct({
  /** False if the registry decides later (EPP 1001). */
  completed: Schema.Boolean,
  /** Time of the deletion; null if the response does not show it. */
  deleted_on: Schema.NullOr(Instant.Instant),
  /** Credit that the registry reported; null where it reports none. */
  credit: Schema.NullOr(Fee)
})
type DeletionAnswer = typeof DeletionAnswer.Type

const DeletionPayload = Schema.Struct({
  domain_id: DomainId,
  name: DomainName,
  tld: Schema.String,
  /** Charge that releases without `grace` refund if the name is released at once. */
  refundable: Schema.NullOr(BillingTransactionId),
  /** Absent in intents of releases that refund only the registration. */
  grace: Schema.optionalKey(Schema.Struct({
    /** Charges whose grace period may run. */
    charges: Schema.Array(GraceCharge),
    /** Statuses before the deletion; null if the registry shows no grace periods or was unreachable. */
    statuses: Schema.NullOr(Schema.Array(DomainStatus)),
    /** True if a renewal by the registry is unpaid. */
    owes: Schema.Boolean
  })),
  /** Present if the registry has responded but did not show the deletion yet. */
  answer: Schema.optionalKey(DeletionAnswer)
})
export type DeletionPayload = typeof DeletionPayload.Type

/** Result of a deletion that the registry carried out. */
interface DeletionOutcome extends Omit<DeletionAnswer, "completed"> {
  /** Domain at the registry while it can be restored; none if the name is released. */
  readonly remains: Option.Option<RegistryDomain>
}

export const deletionIntentKind = "domain.delete"

/** Maximum lag of the registry's queries behind the response to a deletion. */
const longestLag = Duration.days(1)

const unanswered: DeletionAnswer = { completed: false, deleted_on: null, credit: null }

/** Deleted domain at the registry; none if the registry shows the domain unchanged. */
const deletedOf = (registered: Option.Option<RegistryDomain>): Option.Option<DeletionOutcome["remains"]> => {
  if (Option.isNone(registered) || registered.value.sponsor === "other") return Option.some(Option.none())
  return registered.value.statuses.includes("pendingDelete") || registered.value.statuses.includes("redemptionPeriod")
    ? Option.some(registered)
    : Option.none()
}

const lookUp = (name: DomainName, registry: Registry) => Effect.map(registry.infoDomain(name), deletedOf)

/** Sends the deletion. If the registry no longer has the domain, an earlier attempt was carried out. */
const sendTo = Effect.fnUntraced(
  function*(registry: Registry, { command_id, lease, payload: { name } }: Intent<DeletionPayload>) {
    const now = yield* Instant.now
    return yield* registry.deleteDomain({ command_id, name }).pipe(
      Effect.map(({ completed, credit }): DeletionAnswer => ({
        completed,
        deleted_on: completed ? now : null,
        credit
      })),
      Effect.catchIf(
        (error) => error._tag === "RegistryRefusal" && error.reason === "objectMissing",
        () => Effect.succeed({ completed: true, deleted_on: lease === 0 ? now : null, credit: null })
      )
    )
  }
)

/** Intent of a deletion. Registries respond in several ways; a query of the domain decides the outcome. */
export const makeDeletionIntent = Effect.gen(function*() {
  const changes = yield* DomainChanges
  const billing = yield* Billing
  const catalog = yield* TldCatalog
  const router = yield* RegistryRouter
  const refunds = yield* makeGraceRefunds

  /** Stores a domain that can be restored. The deletion undoes an unpaid renewal by the registry. */
  const keep = Effect.fnUntraced(function*({ payload, registry }: Intent<DeletionPayload>, registered: RegistryDomain) {
    const spec = yield* catalog.find(payload.tld)
    const backend = router.find(registry)
    yield* changes.change(payload.domain_id, (domain, now) => {
      const deleted = {
        ...synchronised(domain, registered, now),
        unpaid_renewal_on: null,
        grace_charges: []
      }
      if (Option.isNone(spec)) return deleted
      const dated = withEndDates(deleted, spec.value, now)
      return Option.isNone(backend) ? dated : withCodeEnd(dated, { registry: backend.value, spec: spec.value }, now)
    })
  })

  const refund = Effect.fnUntraced(function*(
    { created_on, payload, registry }: Intent<DeletionPayload>,
    { credit, deleted_on, remains }: DeletionOutcome
  ) {
    const { grace, refundable } = payload
    if (grace === undefined) {
      return yield* refundable !== null && Option.isNone(remains) ? billing.refund(refundable) : Effect.void
    }
    yield* refunds.refundDeletion({ ...payload, registry }, {
      ...grace,
      looked_on: created_on,
      lag: Option.match(router.find(registry), {
        onNone: () => Duration.zero,
        onSome: ({ capabilities }) => capabilities.lookup_lag
      }),
      deletedBetween: { earliest: deleted_on ?? created_on, latest: deleted_on ?? (yield* Instant.now) },
      credit
    })
  })

  const intent: IntentHandler<DeletionPayload, DeletionOutcome> = {
    kind: deletionIntentKind,
    payload: DeletionPayload,

    // Some registries respond with 1000 and still show the domain unchanged. Without a lag, the response decides.
    send: Effect.fnUntraced(function*(deletion, registry) {
      const answer = yield* sendTo(registry, deletion)
      const found = yield* Effect.option(lookUp(deletion.payload.name, registry))
      const remains = Option.flatten(found)
      if (Option.isSome(remains)) return done({ ...answer, remains: remains.value })
      return answer.completed && Option.isSome(found) && Duration.isZero(registry.capabilities.lookup_lag)
        ? done({ ...answer, remains: Option.none() })
        : acceptedWith({ ...deletion.payload, answer })
    }),

    lookUp: Effect.fnUntraced(function*(
      { created_on, payload },
      registry
    ): Effect.fn.Return<LookUpResult<DeletionOutcome>, QueryError> {
      const { answer } = payload
      const remains = yield* lookUp(payload.name, registry)
      if (Option.isSome(remains)) return done({ ...(answer ?? unanswered), remains: remains.value })
      if (answer?.completed !== true) return notDone
      const isShownByNow = Instant.hasPassed(DateTime.addDuration(created_on, longestLag), yield* Instant.now)
      return isShownByNow ? done({ ...answer, remains: Option.none() }) : pending
    }),

    mayBeReviewed: mayBeReviewed("delete"),

    complete: Effect.fnUntraced(function*(deletion, outcome) {
      const { organization_id, payload } = deletion
      const { remains } = outcome
      yield* Option.match(remains, {
        onNone: () => changes.drop(payload.domain_id),
        onSome: (registered) => keep(deletion, registered)
      })
      yield* changes.record({ ...payload, organization_id }, {
        event_id: eventOfIntent(deletion.intent_id),
        type: "DELETION",
        subtype: Option.isNone(remains) ? "SUCCESS" : "NOTIFICATION",
        message: Option.isNone(remains)
          ? `${payload.name} is deleted`
          : `${payload.name} is deleted and can be restored for a while`
      })
      yield* refund(deletion, outcome)
    }),

    accepted: ({ payload }) => changes.change(payload.domain_id, (domain) => withStatus(domain, "pendingDelete")),

    refused: Effect.fnUntraced(function*(deletion, reason) {
      const { payload, state } = deletion
      if (state === "accepted") yield* changes.makeDue(payload.domain_id)
      yield* changes.recordRefusal(deletion, reason, {
        type: "DELETION",
        message: `${payload.name} could not be deleted`
      })
    })
  }

  return intent
})
