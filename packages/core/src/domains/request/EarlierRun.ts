import { DateTime, Duration, Effect, Option } from "effect"
import { EventStore, type EventType } from "../../events/index.ts"
import { idOfJob, JobDeferred, type JobRunError, type RunningJob } from "../../jobs/index.ts"
import { intentLease, type RegistryIntent, RegistryIntentStore } from "../../registry/index.ts"
import { CurrentActor, DomainId, Instant } from "../../shared/index.ts"
import { DomainStore } from "../DomainStore.ts"

/** Intent and event of a registration or inbound transfer. */
export interface Acquisition {
  readonly intent: string
  readonly event: EventType
}

/** Margin for recovery, which settles an intent some seconds after its `due_on`. */
const recoveryMargin = Duration.seconds(15)

/** Recovery works on an intent, or will soon: `due_on` is the limit of a lease, which usually ends much earlier. */
const isInWork = ({ process_id }: RegistryIntent, wait: Duration.Duration): boolean =>
  process_id !== null || Duration.isLessThanOrEqualTo(wait, intentLease)

/**
 * Repeated runs of jobs that acquire a domain: after a crash at any point, the next run finds the results of the first
 * one. The id of the domain is derived from the id of the job.
 */
export const makeEarlierRun = Effect.gen(function*() {
  const store = yield* DomainStore
  const intents = yield* RegistryIntentStore
  const events = yield* EventStore

  /** Defers the job while the outcome of an intent of the domain is unknown. */
  const settled = Effect.fnUntraced(function*(domain_id: DomainId, kind: string) {
    const open = yield* intents.ofObject(domain_id)
    const unsettled = open.find((intent) => intent.kind === kind && intent.state === "prepared")
    if (unsettled === undefined) return
    const wait = DateTime.distance(yield* Instant.now, unsettled.due_on)
    return yield* new JobDeferred({
      pause: isInWork(unsettled, wait) ? recoveryMargin : Duration.sum(wait, recoveryMargin)
    })
  })

  /** True if an event records the acquisition, even if the domain has left the account since. */
  const isRecorded = Effect.fnUntraced(function*(domain_id: DomainId, type: EventType) {
    const { organization_id } = yield* CurrentActor
    const { items } = yield* events.list(
      organization_id,
      { object_id: domain_id, type },
      { by: "created_on", order: "asc" },
      { page: 1, page_size: 10 }
    )
    return items.some(({ subtype }) => subtype === "SUCCESS" || subtype === "NOTIFICATION")
  })

  const isMade = Effect.fnUntraced(
    function*({ attempt }: RunningJob, domain_id: DomainId, { event, intent }: Acquisition) {
      yield* settled(domain_id, intent)
      if (Option.isSome(yield* store.find(domain_id))) return true
      return attempt > 1 && (yield* isRecorded(domain_id, event))
    }
  )

  /** Acquires the domain of a job, unless an earlier run has done so. Returns its id. */
  const makeOnce = Effect.fnUntraced(function*<E extends JobRunError>(
    job: RunningJob,
    acquisition: Acquisition,
    make: (id: DomainId) => Effect.Effect<unknown, E, CurrentActor>
  ) {
    const domain_id = idOfJob(job.job_id, "domain", (text) => DomainId.make(text))
    if (yield* isMade(job, domain_id, acquisition)) return domain_id
    yield* Effect.catch(make(domain_id), (error) =>
      // A run that was considered lost may have finished meanwhile.
      Effect.flatMap(isMade(job, domain_id, acquisition), (made) => made ? Effect.void : Effect.fail(error)))
    yield* settled(domain_id, acquisition.intent)
    return domain_id
  })

  return { makeOnce, settled }
})
