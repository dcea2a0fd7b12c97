import { Cause, Clock, Context, Duration, Effect, Fiber, Layer, Option, Queue } from "effect"
import type { CurrentRights, OrganizationDirectory } from "../access/index.ts"
import { Processes } from "../processes/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import type { JobOutcome } from "./ClaimedJob.ts"
import type { JobAnnouncements } from "./JobAnnouncements.ts"
import { JobKinds, type TopicLimits } from "./JobKinds.ts"
import { JobStore } from "./JobStore.ts"
import { JobWakeup } from "./JobWakeup.ts"
import { JobWorkerSettings } from "./JobWorkerSettings.ts"
import { makeTakeOver } from "./makeTakeOver.ts"
import { openWorkerSession, restUntil, type WorkerSession } from "./WorkerSession.ts"

/** Result of a drain. */
export interface DrainReport {
  /** Number of jobs that were run, including rounds of recurring work. */
  readonly jobs: number
  /** True if due work remains because the time was over. */
  readonly more: boolean
}

/** Maximum number of due jobs that one statement releases. */
const duePerStep = 1000

/** Runs jobs of every kind that is registered in this process. The process sends heartbeats meanwhile. */
export class JobWorker extends Context.Service<JobWorker, {
  /** Works until interrupted. Running jobs then get the grace period of the settings, and are requeued after it. */
  readonly run: Effect.Effect<never>
  /** Works until no work is due, or the time is over. */
  readonly drain: (budget: Duration.Duration) => Effect.Effect<DrainReport>
}>()("@namewright/core/jobs/JobWorker") {
  static readonly layer = Layer.effect(
    JobWorker,
    Effect.gen(function*() {
      const context = yield* Effect.context<
        CurrentRights | JobStore | JobKinds | Transaction | JobAnnouncements | OrganizationDirectory | Processes
      >()
      const store = yield* JobStore
      const kinds = yield* JobKinds
      const transaction = yield* Transaction
      const wakeup = yield* JobWakeup
      const processes = yield* Processes
      const takeOver = yield* makeTakeOver
      yield* processes.whenEnded(Effect.flatMap(takeOver, wakeup.signal))
      const { poll } = yield* JobWorkerSettings

      const open = (...callbacks: Parameters<typeof openWorkerSession>) =>
        Effect.provideContext(openWorkerSession(...callbacks), context)

      const releaseDue = Effect.flatMap(Instant.now, (now) => transaction.atomically(store.due(now, duePerStep)))

      /** Works with one registered worker until it is interrupted or considered lost. */
      const serveOnce = Effect.scoped(Effect.gen(function*() {
        const topics = kinds.topics()
        const wakeUps = new Map<string, Queue.Queue<void>>()
        for (const { topic } of topics) wakeUps.set(topic, yield* Queue.sliding<void>(1))
        const blocked = yield* Queue.sliding<void>(1)
        const signal = (topic: string) => {
          const wakeUp = wakeUps.get(topic)
          if (wakeUp !== undefined) Queue.offerUnsafe(wakeUp, undefined)
        }
        const signalAll = () => [...wakeUps.keys()].forEach(signal)
        const session = yield* open((outcomes) => {
          // Ended jobs leave room in the prefetch buffer or in the capacity of the topic.
          signalAll()
          if (outcomes.some(({ status }) => status === "blocked")) Queue.offerUnsafe(blocked, undefined)
        }, (taken) => taken.forEach(signal))

        const serve = (limits: TopicLimits, wakeUp: Queue.Queue<void>) =>
          Effect.forever(Effect.flatMap(
            withFallback(session.fetch(limits), 0),
            (fetched) => fetched > 0 ? Effect.void : Queue.take(wakeUp)
          ))
        const watch = Effect.forever(Effect.gen(function*() {
          if ((yield* withFallback(releaseDue, 0)) > 0) signalAll()
          const next = yield* withFallback(store.nextDue, Option.none())
          const rest = restUntil(Option.getOrUndefined(next), yield* Clock.currentTimeMillis, poll)
          const signalled = yield* Effect.timeoutOption(Queue.take(blocked), rest)
          if (Option.isNone(signalled)) signalAll()
        }))
        yield* wakeup.subscribe(signal)
        const loops = topics.flatMap((limits) => {
          const wakeUp = wakeUps.get(limits.topic)
          return wakeUp === undefined ? [] : [serve(limits, wakeUp)]
        })
        yield* Effect.ensuring(
          Effect.raceFirst(Effect.all([watch, ...loops], { concurrency: "unbounded", discard: true }), session.lost),
          session.stop
        )
      }))

      const fetchBusy = Effect.fnUntraced(function*(session: WorkerSession) {
        yield* releaseDue
        const busy = yield* store.busy
        let fetched = 0
        for (const limits of kinds.topics()) {
          if (busy.includes(limits.topic)) fetched += yield* session.fetch(limits)
        }
        return fetched
      })

      const drain = Effect.fn("JobWorker.drain")(function*(budget: Duration.Duration) {
        const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(budget)
        const stored = yield* Queue.sliding<void>(1)
        let jobs = 0
        const session = yield* open((outcomes) => {
          jobs += outcomes.filter(isCarriedOut).length
          Queue.offerUnsafe(stored, undefined)
        }, () => {})
        const more = yield* Effect.ensuring(
          Effect.gen(function*() {
            for (let hasWorked = false;; hasWorked = true) {
              const isOver = (yield* Clock.currentTimeMillis) >= end
              if (isOver && hasWorked) return true
              // Jobs that end during the fetch may be due again.
              const isIdle = session.unfinished() === 0
              const fetched = yield* fetchBusy(session)
              if (fetched === 0 && isIdle) return false
              if (fetched === 0) yield* Queue.take(stored)
            }
          }),
          session.stop
        )
        return { jobs, more }
      })

      const run = Effect.forever(withFallback(
        Effect.andThen(serveOnce, Effect.logWarning("A worker was considered lost; it registers again")),
        undefined
      ))

      /** Running jobs need heartbeats after an interruption too, or another process takes them over. */
      const withHeartbeats = <A>(work: Effect.Effect<A>) =>
        Effect.scoped(Effect.flatMap(
          Effect.forkScoped(processes.run),
          (heartbeats) => Effect.raceFirst(work, Fiber.join(heartbeats))
        ))

      return JobWorker.of({
        run: withHeartbeats(run),
        // Jobs of ended processes are requeued before the first claim.
        drain: (budget) => Effect.andThen(processes.round, withHeartbeats(drain(budget)))
      })
    })
  )
}

const isCarriedOut = ({ status }: JobOutcome): boolean => status !== "queued"

/** Logs a failure, for example of the database, and returns `fallback` after a pause of 1 second. */
const withFallback = <A>(effect: Effect.Effect<A>, fallback: A): Effect.Effect<A> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.logError("A worker could not access its jobs", cause).pipe(
        Effect.andThen(Effect.sleep("1 second")),
        Effect.as(fallback)
      ))
