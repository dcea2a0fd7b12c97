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
  /** Whom the jobs of a batch run on behalf of: all of a batch on behalf of the same. */
  readonly actors: ReadonlyMap<number, Effect.Effect<Actor, JobError>>
}

/** Runs claimed jobs on behalf of whoever submitted them. */
export const makeJobRunner = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const directory = yield* OrganizationDirectory
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
    const actors = new Map<number, Effect.Effect<Actor, JobError>>()
    for (const job of jobs) {
      if (job.batch_no !== null && !actors.has(job.batch_no)) {
        actors.set(job.batch_no, actorOfBatch(job, batches.get(job.batch_no), organizations))
      }
    }
    return { batches, organizations, actors } satisfies Known
  })

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

const actorOf = (job: ClaimedJob, { actors, organizations }: Known): Effect.Effect<Actor, JobError> => {
  const { batch_no, organization_id } = job
  if (organization_id === null) return Effect.succeed(nobody)
  if (batch_no !== null) return actors.get(batch_no) ?? batchGone(job)
  const parent = organizations.get(organization_id)?.parent_organization_id ?? null
  return Effect.succeed(systemActor(organization_id, parent))
}

const actorOfBatch = (
  job: ClaimedJob,
  batch: KnownBatch | undefined,
  organizations: Known["organizations"]
): Effect.Effect<Actor, JobError> => {
  const { organization_id } = job
  if (batch === undefined || organization_id === null) return batchGone(job)
  const entry = organizations.get(organization_id)
  if (entry === undefined) return Effect.fail(new UnknownOrganization({ organization_id }))
  return entry.active
    ? Effect.succeed(actorOfJob(batch.submitted_by, entry))
    : Effect.fail(new OrganizationInactive())
}

const batchGone = ({ batch_no, job_id }: ClaimedJob) =>
  Effect.die(new Error(`Batch ${batch_no} of job ${job_id} is gone`))
