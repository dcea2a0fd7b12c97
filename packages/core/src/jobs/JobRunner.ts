import { Duration, Effect, Option, type Schema, type Tracer } from "effect"
import {
  CurrentRights,
  type DirectoryEntry,
  OrganizationDirectory,
  OrganizationInactive,
  systemActor,
  UnknownOrganization
} from "../access/index.ts"
import { type Actor, CurrentActor, Instant, JobOfWork, type OrganizationId } from "../shared/index.ts"
import { spanOfTraceparent, untraced } from "../telemetry/index.ts"
import type { ClaimedJob } from "./ClaimedJob.ts"
import type { BatchId } from "./Job.ts"
import { JobDeferred, type JobRunError } from "./JobFailure.ts"
import { JobKinds } from "./JobKinds.ts"
import { measuredJob } from "./jobMetrics.ts"
import { JobStore } from "./JobStore.ts"
import { actorOfJob, installationActor, type SubmittedBy } from "./SubmittedBy.ts"

/** Maximum number of batches that a worker caches. */
const maxCachedBatches = 1000

/** Pause of a job whose kind is not registered here. A worker of a newer release usually knows it. */
const unknownKindPause = Duration.minutes(1)

const isDeferred = (error: JobRunError): error is JobDeferred => error instanceof JobDeferred

/** A span for a run of a job, with a link to the span that submitted its batch. To defer a job is no failure. */
const traced = <A, R>(
  { attempt, job_id, kind }: ClaimedJob,
  submittedIn: Tracer.AnySpan | undefined,
  work: Effect.Effect<A, JobRunError, R>
) =>
  Effect.catchIf(work, isDeferred, Effect.succeed).pipe(
    Effect.withSpan(`job ${kind}`, {
      root: true,
      kind: "consumer",
      ...(submittedIn === undefined ? {} : { links: [{ span: submittedIn, attributes: {} }] }),
      attributes: {
        "messaging.system": "namewright",
        "messaging.operation.type": "process",
        "namewright.job.id": job_id,
        "namewright.job.kind": kind,
        "namewright.job.attempt": attempt
      }
    }, untraced),
    Effect.flatMap((result) => result instanceof JobDeferred ? Effect.fail(result) : Effect.succeed(result))
  )

interface KnownBatch {
  readonly batch_id: BatchId
  readonly submitted_by: SubmittedBy
  /** The span that submitted the batch; undefined without a tracer. */
  readonly submittedIn: Tracer.AnySpan | undefined
}

/** Batches and organizations of claimed jobs. */
interface ClaimContext {
  readonly batches: ReadonlyMap<number, KnownBatch>
  readonly organizations: ReadonlyMap<OrganizationId, DirectoryEntry>
}

/** Runs claimed jobs as their submitters. */
export const makeJobRunner = Effect.gen(function*() {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const directory = yield* OrganizationDirectory
  const rights = yield* CurrentRights
  const cached = new Map<number, KnownBatch>()

  const batchesOf = Effect.fnUntraced(function*(jobs: ReadonlyArray<ClaimedJob>) {
    const numbers = new Set(jobs.flatMap(({ batch_no }) => batch_no ?? []))
    const batches = new Map([...numbers].flatMap((number) => {
      const batch = cached.get(number)
      return batch === undefined ? [] : [[number, batch] as const]
    }))
    const unknown = [...numbers].filter((number) => !batches.has(number))
    if (unknown.length === 0) return batches
    // Each claim has its own map of batches, so clearing the cache does not affect it.
    if (cached.size + unknown.length > maxCachedBatches) cached.clear()
    for (const { batch_no, traceparent, ...stored } of yield* store.begin(unknown, yield* Instant.now)) {
      const batch = { ...stored, submittedIn: spanOfTraceparent(traceparent) }
      cached.set(batch_no, batch)
      batches.set(batch_no, batch)
    }
    return batches
  })

  /** Reads the batches and organizations of all claimed jobs once. */
  const prepare = Effect.fnUntraced(function*(jobs: ReadonlyArray<ClaimedJob>) {
    const batches = yield* batchesOf(jobs)
    const organizations = new Map<OrganizationId, DirectoryEntry>()
    for (const organization of new Set(jobs.map(({ organization_id }) => organization_id))) {
      const entry = organization === null ? Option.none() : yield* directory.find(organization)
      if (organization !== null && Option.isSome(entry)) organizations.set(organization, entry.value)
    }
    return { batches, organizations } satisfies ClaimContext
  })

  /** The actor of a batch job, with the current rights of its submitter instead of those at submission. */
  const actorOfSubmitter = Effect.fnUntraced(function*(
    { batch_no, job_id }: ClaimedJob,
    organization_id: OrganizationId,
    { batches, organizations }: ClaimContext
  ): Effect.fn.Return<Actor, JobRunError> {
    const batch = batch_no === null ? undefined : batches.get(batch_no)
    if (batch === undefined) return yield* Effect.die(new Error(`Batch ${batch_no} of job ${job_id} is gone`))
    const entry = organizations.get(organization_id)
    if (entry === undefined) return yield* new UnknownOrganization({ organization_id })
    if (!entry.active) return yield* new OrganizationInactive()
    const { submitted_by } = batch
    const actor = actorOfJob(submitted_by, yield* rights.of(organization_id, submitted_by.principal), entry)
    // The entry is that of the claim; the organization may have become inactive since.
    return actor.organization_active ? actor : yield* new OrganizationInactive()
  })

  const actorOf = (job: ClaimedJob, context: ClaimContext): Effect.Effect<Actor, JobRunError> => {
    const { batch_no, organization_id } = job
    if (organization_id === null) return Effect.succeed(installationActor)
    if (batch_no !== null) return actorOfSubmitter(job, organization_id, context)
    const parent = context.organizations.get(organization_id)?.parent_organization_id ?? null
    return Effect.succeed(systemActor(organization_id, parent))
  }

  const run = (job: ClaimedJob, context: ClaimContext): Effect.Effect<Schema.JsonObject | null, JobRunError> => {
    const kind = kinds.kind(job.kind)
    if (kind === undefined) {
      return Effect.andThen(
        Effect.logWarning(`The kind ${job.kind} is not registered here; ${job.job_id} is left to other workers`),
        Effect.fail(new JobDeferred({ pause: unknownKindPause }))
      )
    }
    const { attempt, batch_no, created_on, job_id, organization_id, payload, resource_key } = job
    const batch = batch_no === null ? undefined : context.batches.get(batch_no)
    const work = Effect.flatMap(actorOf(job, context), (actor) =>
      Effect.provideService(
        Effect.suspend(() =>
          kind.run({
            job_id,
            batch_id: batch?.batch_id ?? null,
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
      )).pipe(Effect.provideService(JobOfWork, batch_no === null ? null : job_id))
    return measuredJob(job, traced(job, batch?.submittedIn, work))
  }

  return { prepare, run }
})
