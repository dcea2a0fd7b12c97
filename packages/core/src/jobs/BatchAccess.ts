import { Effect, Option } from "effect"
import { OrganizationDirectory, OrganizationScope } from "../access/index.ts"
import { type Actor, principalReference } from "../shared/index.ts"
import type { BatchId, JobId } from "./Job.ts"
import { BatchNotFound, JobNotFound } from "./JobError.ts"
import { JobStore } from "./JobStore.ts"
import { isSameScope } from "./SubmittedBy.ts"

/**
 * Access of callers to the batches and jobs of their organization and, for a parent, of its suborganizations. Restricted callers see the batches that they have
 * submitted under their present restrictions.
 */
export const makeBatchAccess = Effect.gen(function*() {
  const store = yield* JobStore
  const directory = yield* OrganizationDirectory

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
      const owner = yield* OrganizationScope.ownerFor(directory, actor, store.ownerOfBatch(correlation_id))
      const found = yield* store.findBatch(owner, correlation_id)
      return Option.isSome(found) && (yield* isVisible(actor, correlation_id))
        ? found.value
        : yield* new BatchNotFound({ correlation_id })
    }),
    jobOf: Effect.fnUntraced(function*(actor: Actor, job_id: JobId) {
      const owner = yield* OrganizationScope.ownerFor(directory, actor, store.ownerOfJob(job_id))
      const found = yield* store.findJob(owner, job_id)
      return Option.isSome(found) && (yield* isVisible(actor, found.value.correlation_id))
        ? found.value
        : yield* new JobNotFound({ job_id })
    })
  }
})
