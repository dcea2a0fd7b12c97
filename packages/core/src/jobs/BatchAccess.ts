import { Effect, Option } from "effect"
import { type Actor, principalReference } from "../shared/index.ts"
import type { BatchId, JobId } from "./Job.ts"
import { BatchNotFound, JobNotFound } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"
import { isSameScope } from "./SubmittedBy.ts"

/**
 * Access of callers to the batches and jobs of their organization. Restricted callers see the batches that they have
 * submitted under their present restrictions.
 */
export const makeBatchAccess = Effect.gen(function*() {
  const store = yield* JobStore

  const isVisible = Effect.fnUntraced(function*({ organization_id, principal, scope }: Actor, id: BatchId) {
    if (scope === undefined) return true
    return Option.exists(
      yield* store.submitterOf(organization_id, id),
      (submitter) =>
        principalReference(submitter.principal) === principalReference(principal) && isSameScope(submitter.scope, scope)
    )
  })

  return {
    batchOf: Effect.fnUntraced(function*(actor: Actor, correlation_id: BatchId) {
      const found = yield* store.findBatch(actor.organization_id, correlation_id)
      return Option.isSome(found) && (yield* isVisible(actor, correlation_id))
        ? found.value
        : yield* new BatchNotFound({ correlation_id })
    }),
    jobOf: Effect.fnUntraced(function*(actor: Actor, job_id: JobId) {
      const found = yield* store.findJob(actor.organization_id, job_id)
      return Option.isSome(found) && (yield* isVisible(actor, found.value.correlation_id))
        ? found.value
        : yield* new JobNotFound({ job_id })
    })
  }
})
