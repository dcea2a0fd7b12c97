import { administrator } from "@namewright/conformance"
import { SealedSecrets, systemActor } from "@namewright/core/access"
import { EventLog, type NewEvent } from "@namewright/core/events"
import { JobKinds, JobQueue, newJobId, type SystemJob } from "@namewright/core/jobs"
import { CurrentActor, Instant, newOrganizationId, type OrganizationId, Timetable } from "@namewright/core/shared"
import {
  WebhookAttempts,
  WebhookAudience,
  WebhookDeliveries,
  WebhookJobs,
  WebhookPush,
  WebhookQueue,
  type WebhookRequest,
  WebhookResponse,
  Webhooks,
  WebhookSender,
  WebhookSendFailed
} from "@namewright/core/webhooks"
import { Cause, Context, DateTime, Duration, Effect, Exit, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

/** Behaviour of a receiver. */
export type Behaviour = (request: WebhookRequest) => WebhookResponse | WebhookSendFailed

export const answering = (status: number, body = ""): Behaviour => () => new WebhookResponse({ status, body })

export const unreachable: Behaviour = () => new WebhookSendFailed({ kind: "connection", message: "connect refused" })

/** A receiver in the test's own process. */
export class Receiver extends Context.Service<Receiver, {
  readonly received: Array<WebhookRequest>
  readonly behave: (behaviour: Behaviour) => void
  /** Event that the response waits for. */
  readonly waitFor: (gate: Effect.Effect<void>) => void
}>()("@namewright/core/test/webhooks/Receiver") {
  static readonly layer = Layer.effectContext(Effect.sync(() => {
    const received: Array<WebhookRequest> = []
    let behaviour = answering(200)
    let gate: Effect.Effect<void> = Effect.void
    return Context.make(Receiver, {
      received,
      behave: (next) => void (behaviour = next),
      waitFor: (next) => void (gate = next)
    }).pipe(
      Context.add(WebhookSender, {
        sends: true,
        send: (request) => {
          received.push(request)
          const result = behaviour(request)
          return Effect.andThen(gate, result._tag === "WebhookResponse" ? Effect.succeed(result) : Effect.fail(result))
        }
      })
    )
  }))
}

/** Jobs in a list, carried out by the test: an ordering key's next one when the one before has ended. */
export class Jobs extends Context.Service<Jobs, {
  /** Runs what is due until nothing is; answers how many runs that took. */
  readonly runDue: Effect.Effect<number>
  readonly open: () => number
}>()("@namewright/core/test/webhooks/Jobs") {
  static readonly layer = Layer.effectContext(
    Effect.gen(function*() {
      const kinds = yield* JobKinds
      let open: Array<SystemJob & { readonly due: number }> = []

      const enqueueAll = (jobs: ReadonlyArray<SystemJob>) =>
        Effect.sync(() => {
          open = [
            ...open,
            ...jobs.map((job) => ({
              ...job,
              due: job.not_before === undefined ? 0 : DateTime.toEpochMillis(job.not_before)
            }))
          ]
        })

      const run = Effect.fnUntraced(function*(job: SystemJob) {
        const kind = kinds.kind(job.kind)
        if (kind === undefined || job.organization_id === null) return yield* Effect.die(new Error(job.kind))
        const exit = yield* Effect.exit(Effect.provideService(
          kind.run({
            job_id: yield* newJobId,
            batch_id: null,
            organization_id: job.organization_id,
            kind: job.kind,
            resource_key: "",
            payload: job.payload,
            attempt: 1,
            created_on: yield* Instant.now
          }),
          CurrentActor,
          systemActor(job.organization_id)
        ))
        if (Exit.isSuccess(exit)) return Option.none()
        const failure = Cause.findErrorOption(exit.cause)
        return Option.isSome(failure) && failure.value._tag === "JobDeferred"
          ? Option.some((failure.value as { readonly pause: Duration.Duration }).pause)
          : yield* Effect.failCause(Cause.die(Cause.squash(exit.cause)))
      })

      const runDue = Effect.gen(function*() {
        for (let runs = 0;; runs++) {
          const now = DateTime.toEpochMillis(yield* DateTime.now)
          const next = open.find((job, index) =>
            job.due <= now &&
            !open.slice(0, index).some(({ ordering_key }) =>
              ordering_key !== undefined && ordering_key === job.ordering_key
            )
          )
          if (next === undefined) return runs
          const pause = yield* run(next)
          open = Option.isNone(pause)
            ? open.filter((job) => job !== next)
            : open.map((job) => job === next ? { ...job, due: now + Duration.toMillis(pause.value) } : job)
        }
      })

      return Context.make(JobQueue, { enqueue: (job) => enqueueAll([job]), enqueueAll }).pipe(
        Context.add(Jobs, { runDue, open: () => open.length })
      )
    })
  )
}

/** Webhooks over SQLite in memory, with a receiver and jobs in the test's hands. */
export const webhooksPlatform = Layer.mergeAll(Webhooks.layer, WebhookDeliveries.layer, WebhookPush, WebhookJobs).pipe(
  Layer.provideMerge(WebhookAttempts.layer),
  Layer.provideMerge(Layer.mergeAll(WebhookQueue.layer, WebhookAudience.layer)),
  Layer.provideMerge(Layer.mergeAll(SealedSecrets.layer, EventLog.layer, Receiver.layer, Jobs.layer)),
  Layer.provideMerge(Layer.mergeAll(JobKinds.layer, Timetable.layer)),
  Layer.provideMerge(memoryDatabase())
)

/** Runs as the administrator of a new organization, with a receiver that accepts everything. */
export const inNewOrganization = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { behave, received } = yield* Receiver
    behave(answering(200))
    received.length = 0
    const actor = administrator(yield* newOrganizationId)
    return yield* Effect.provideService(effect, CurrentActor, actor)
  })

/** Records an event of the caller's organization. */
export const happened = Effect.fnUntraced(function*(members: Partial<NewEvent> = {}) {
  const { organization_id } = yield* CurrentActor
  const log = yield* EventLog
  return yield* log.record({ ...renewal(organization_id), ...members })
})

const renewal = (organization_id: OrganizationId): NewEvent => ({
  organization_id,
  object_type: "DOMAIN",
  object_id: "domain_01h455vb4pex5vsknk084sn02q",
  object_name: "a.example",
  type: "RENEWAL",
  subtype: "SUCCESS",
  event_data: { message: "a.example is renewed" }
})

/** Lets time pass in steps, and runs what becomes due. */
export const pass = Effect.fnUntraced(function*(total: Duration.Input, step: Duration.Input = total) {
  const jobs = yield* Jobs
  const steps = Math.ceil(Duration.toMillis(total) / Duration.toMillis(step))
  for (let count = 0; count < steps; count++) {
    yield* TestClock.adjust(step)
    yield* jobs.runDue
  }
})
