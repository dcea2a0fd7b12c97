import { Effect, Layer, Option, Schema } from "effect"
import { ContactId, VerificationReports } from "../../contacts/index.ts"
import { JobKinds, JobQueue } from "../../jobs/index.ts"
import { RegistryIntents, RegistryRouter } from "../../registry/index.ts"
import { OrganizationId, Transaction } from "../../shared/index.ts"
import { makeAttestedDemands } from "./AttestedDemands.ts"
import { verificationReport } from "./VerificationReportIntents.ts"

const kind = "domains.verification_report"

const ReportJob = Schema.Struct({ contact_id: ContactId, organization_id: OrganizationId, registry: Schema.String })

const decode = Schema.decodeUnknownEffect(ReportJob)

/**
 * Orders reports by a job: a transaction that changes the claims of a contact has locked it, and intents are stored before
 * objects are locked. The job has no key, because one that runs does not see claims that are attested meanwhile.
 */
export const VerificationReportOrders = Layer.effect(
  VerificationReports,
  Effect.gen(function*() {
    const queue = yield* JobQueue
    const router = yield* RegistryRouter
    return VerificationReports.of({
      order: ({ contact_id, organization_id, registry }) =>
        Option.exists(router.find(registry), ({ capabilities }) => capabilities.verification_reports)
          ? queue.enqueue({
            kind,
            organization_id: null,
            payload: { contact_id, organization_id, registry },
            ordering_key: `contact ${contact_id}`
          })
          : Effect.void
    })
  })
)

/** Kind of job that stores the intent of a report, unless the registry's demands are not attested any more. */
export const VerificationReportJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const intents = yield* RegistryIntents
  const attested = yield* makeAttestedDemands
  const transaction = yield* Transaction

  yield* kinds.registerKind({
    kind,
    topic: "registry.upkeep",
    run: Effect.fnUntraced(function*({ payload }) {
      const { contact_id, organization_id, registry } = yield* Effect.orDie(decode(payload))
      const found = yield* attested({ contact_id, organization_id, registry })
      if (found.length === 0) return null
      yield* transaction.atomically(intents.prepare(verificationReport, {
        organization_id,
        registry,
        object_id: `${contact_id} ${registry}`,
        object_name: contact_id,
        payload: { contact_id },
        billing_transaction_ids: [],
        deferred: true
      })).pipe(
        Effect.catchTags({
          // The open report contains the evidence that is stored when it is sent, or is followed by another.
          OperationInProgress: () => Effect.void,
          // Deferred intents wait for their registry.
          RegistryUnavailable: Effect.die
        })
      )
      return null
    })
  })
}))
