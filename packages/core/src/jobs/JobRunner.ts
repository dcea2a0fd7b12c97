import { Duration, Effect, Option, type Schema } from "effect"
import {
  CurrentRights,
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

/** Where in this file a job was begun says nothing, and to find out takes longer than the rest of the span. */
const untraced = { captureStackTrace: false }

interface KnownBatch {
  readonly batch_id: BatchId
  readonly submitted_by: SubmittedBy
}

/** What the jobs of a claim have to know. */
interface Known {
  readonly batches: ReadonlyMap<number, KnownBatch>
  readonly organizations: ReadonlyMap<OrganizationId, DirectoryEntry>
}

/** Runs claimed jobs as their submitters. */
export const makeJobRunner = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const directory = yield* OrganizationDirectory
  const rights = yield* CurrentRights
  const remembered = new Map<number, KnownBatch>()

  const batchesOf = Effect.fnUntraced(function*(jobs: ReadonlyArray<ClaimedJob>) {
    const numbers = new Set(jobs.flatMap(({ batch_no }) => batch_no ?? []))
    const known = new Map([...numbers].flatMap((number) => {
      const batch = remembered.get(number)
      return batch === undefined ? [] : [[number, batch] as const]
    }))
    const unknown = [...numbers].filter((number) => !known.has(number))
    if (unknown.length === 0) return known
    // Claims hold on to their own batches, so nothing that is forgotten here is missed.
    if (remembered.size + unknown.length > rememberedBatches) remembered.clear()
    for (const { batch_no, ...batch } of yield* store.begin(unknown, yield* Instant.now)) {
      remembered.set(batch_no, batch)
      known.set(batch_no, batch)
    }
    return known
  })

  /** Reads what all jobs of a claim need, once. */
  const prepare = Effect.fnUntraced(function*(jobs: ReadonlyArray<ClaimedJob>) {
    const batches = yield* batchesOf(jobs)
    const organizations = new Map<OrganizationId, DirectoryEntry>()
    for (const organization of new Set(jobs.map(({ organization_id }) => organization_id))) {
      const entry = organization === null ? Option.none() : yield* directory.find(organization)
      if (organization !== null && Option.isSome(entry)) organizations.set(organization, entry.value)
    }
    return { batches, organizations } satisfies Known
  })

  /** The actor of a job of a batch, with what its submitter may do at this moment and not when the batch was sent. */
  const actorOfSubmitter = Effect.fnUntraced(function*(
    { batch_no, job_id }: ClaimedJob,
    organization_id: OrganizationId,
    { batches, organizations }: Known
  ): Effect.fn.Return<Actor, JobError> {
    const batch = batch_no === null ? undefined : batches.get(batch_no)
    if (batch === undefined) return yield* Effect.die(new Error(`Batch ${batch_no} of job ${job_id} is gone`))
    const entry = organizations.get(organization_id)
    if (entry === undefined) return yield* new UnknownOrganization({ organization_id })
    if (!entry.active) return yield* new OrganizationInactive()
    const { submitted_by } = batch
    return actorOfJob(submitted_by, yield* rights.of(organization_id, submitted_by.principal), entry)
  })

  const actorOf = (job: ClaimedJob, known: Known): Effect.Effect<Actor, JobError> => {
    const { batch_no, organization_id } = job
    if (organization_id === null) return Effect.succeed(nobody)
    if (batch_no !== null) return actorOfSubmitter(job, organization_id, known)
    const parent = known.organizations.get(organization_id)?.parent_organization_id ?? null
    return Effect.succeed(systemActor(organization_id, parent))
  }

  const run = (job: ClaimedJob, known: Known): Effect.Effect<Schema.JsonObject | null, JobError> => {
    const kind = kinds.kind(job.kind)
    if (kind === undefined) {
      return Effect.andThen(
        Effect.logWarning(`No jobs of kind ${job.kind} are known here; ${job.job_id} is left to others`),
        Effect.fail(new JobDeferred({ pause: unknownKindPause }))
      )
    }
    const { attempt, batch_no, created_on, job_id, organization_id, payload, resource_key } = job
    const batch_id = batch_no === null ? null : known.batches.get(batch_no)?.batch_id ?? null
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
      )).pipe(Effect.withSpan(`job ${job.kind}`, { root: true, attributes: { job_id } }, untraced))
  }

  return { prepare, run }
})
