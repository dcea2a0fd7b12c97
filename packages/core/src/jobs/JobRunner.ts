import { Duration, Effect, Option, type Schema } from "effect"
import {
  type DirectoryEntry,
  OrganizationDirectory,
  OrganizationInactive,
  systemActor,
  UnknownOrganization
} from "../access/index.ts"
import { type Actor, CurrentActor, Instant, type OrganizationId } from "../shared/index.ts"
import type { BatchId } from "./Job.ts"
import { JobDeferred, type JobError } from "./JobFailure.ts"
import { JobKinds } from "./JobKinds.ts"
import { type ClaimedJob, JobStore } from "./JobStore.ts"
import { actorOfJob, nobody, type SubmittedBy } from "./SubmittedBy.ts"

/** Batches that a worker remembers; beyond, it asks again. */
const rememberedBatches = 1000

/** How long a job waits for a worker that knows its kind: one of a newer release, as a rule. */
const unknownKindPause = Duration.minutes(1)

interface KnownBatch {
  readonly batch_id: BatchId
  readonly submitted_by: SubmittedBy
}

/** What is known of the organizations of some claims. */
type Directory = ReadonlyMap<OrganizationId, DirectoryEntry>

/** Runs claimed jobs on behalf of whoever submitted them. */
export const makeJobRunner = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const directory = yield* OrganizationDirectory
  const batches = new Map<number, KnownBatch>()

  const begin = Effect.fnUntraced(function*(jobs: ReadonlyArray<ClaimedJob>) {
    const unknown = [
      ...new Set(jobs.flatMap(({ batch_no }) => batch_no === null || batches.has(batch_no) ? [] : [batch_no]))
    ]
    if (unknown.length === 0) return
    if (batches.size > rememberedBatches) batches.clear()
    for (const { batch_no, ...known } of yield* store.begin(unknown, yield* Instant.now)) batches.set(batch_no, known)
  })

  const actorOf = (job: ClaimedJob, known: Directory): Effect.Effect<Actor, JobError> => {
    const { batch_no, organization_id } = job
    if (organization_id === null) return Effect.succeed(nobody)
    const entry = known.get(organization_id)
    if (batch_no === null) return Effect.succeed(systemActor(organization_id, entry?.parent_organization_id ?? null))
    const batch = batches.get(batch_no)
    if (batch === undefined) return Effect.die(new Error(`Batch ${batch_no} of job ${job.job_id} is gone`))
    if (entry === undefined) return Effect.fail(new UnknownOrganization({ organization_id }))
    return entry.active
      ? Effect.succeed(actorOfJob(batch.submitted_by, entry))
      : Effect.fail(new OrganizationInactive())
  }

  /** Reads what all jobs of a claim need, once. */
  const prepare = Effect.fnUntraced(function*(jobs: ReadonlyArray<ClaimedJob>) {
    yield* begin(jobs)
    const known = new Map<OrganizationId, DirectoryEntry>()
    for (const organization of new Set(jobs.map(({ organization_id }) => organization_id))) {
      const entry = organization === null ? Option.none() : yield* directory.find(organization)
      if (organization !== null && Option.isSome(entry)) known.set(organization, entry.value)
    }
    return known
  })

  const run = (job: ClaimedJob, known: Directory): Effect.Effect<Schema.JsonObject | null, JobError> => {
    const kind = kinds.kind(job.kind)
    if (kind === undefined) {
      return Effect.andThen(
        Effect.logWarning(`No jobs of kind ${job.kind} are known here; ${job.job_id} is left to others`),
        Effect.fail(new JobDeferred({ pause: unknownKindPause }))
      )
    }
    const { attempt, batch_no, created_on, job_id, organization_id, payload, resource_key } = job
    const batch_id = batch_no === null ? null : batches.get(batch_no)?.batch_id ?? null
    return Effect.flatMap(actorOf(job, known), (actor) =>
      Effect.provideService(
        Effect.suspend(() =>
          kind.run({
            job_id,
            batch_id,
            organization_id,
            kind: kind.kind,
            resource_key: resource_key ?? "",
            payload,
            attempt,
            created_on
          })
        ),
        CurrentActor,
        actor
      )).pipe(Effect.withSpan(`job ${job.kind}`, { root: true, attributes: { job_id } }))
  }

  return { prepare, run }
})
