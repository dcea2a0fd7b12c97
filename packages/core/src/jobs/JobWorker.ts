import { Cause, Clock, Context, Duration, Effect, Layer, Option, Queue } from "effect"
import type { CurrentRights, OrganizationDirectory } from "../access/index.ts"
import { Processes } from "../processes/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import type { JobAnnouncements } from "./JobAnnouncements.ts"
import { JobKinds, type TopicLimits } from "./JobKinds.ts"
import { type JobOutcome, JobStore } from "./JobStore.ts"
import { JobWakeup } from "./JobWakeup.ts"
import { JobWorkerSettings } from "./JobWorkerSettings.ts"
import { makeTakeOver } from "./makeTakeOver.ts"
import { openWorkerSession, restUntil, type WorkerSession } from "./WorkerSession.ts"

/** What was done of what was due. */
export interface DrainReport {
  /** Jobs that were carried out, rounds of recurring work among them. */
  readonly jobs: number
  /** Whether work was left because the time was over. */
  readonly more: boolean
}

/** Jobs whose time has come that one step lets go. */
const duePerStep = 1000

/** Carries out jobs of every kind that is registered in this process, which sends heartbeats meanwhile. */
export class JobWorker extends Context.Service<JobWorker, {
  /** Works until interrupted; what is running then ends first, or is given back after a while. */
  readonly run: Effect.Effect<never>
  /** Works until nothing is due, or the time is over. */
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

      const open = (...hear: Parameters<typeof openWorkerSession>) =>
        Effect.provideContext(openWorkerSession(...hear), context)

      const letDueGo = Effect.flatMap(Instant.now, (now) => transaction.atomically(store.due(now, duePerStep)))

      /** One worker's life, until it is interrupted or was taken for lost. */
      const life = Effect.scoped(Effect.gen(function*() {
        const topics = kinds.topics()
        const wakeUps = new Map<string, Queue.Queue<void>>()
        for (const { topic } of topics) wakeUps.set(topic, yield* Queue.sliding<void>(1))
        const clock = yield* Queue.sliding<void>(1)
        const signal = (topic: string) => {
          const wakeUp = wakeUps.get(topic)
          if (wakeUp !== undefined) Queue.offerUnsafe(wakeUp, undefined)
        }
        const signalAll = () => [...wakeUps.keys()].forEach(signal)
        const session = yield* open((outcomes) => {
          // Where something ended there is room, in this hand or in the topic's window.
          signalAll()
          if (outcomes.some(({ status }) => status === "blocked")) Queue.offerUnsafe(clock, undefined)
        }, (taken) => taken.forEach(signal))

        const serve = (limits: TopicLimits, wakeUp: Queue.Queue<void>) =>
          Effect.forever(Effect.flatMap(
            undisturbed(session.fetch(limits), 0),
            (fetched) => fetched > 0 ? Effect.void : Queue.take(wakeUp)
          ))
        const watch = Effect.forever(Effect.gen(function*() {
          if ((yield* undisturbed(letDueGo, 0)) > 0) signalAll()
          const next = yield* undisturbed(store.nextDue, Option.none())
          const rest = restUntil(Option.getOrUndefined(next), yield* Clock.currentTimeMillis, poll)
          const rung = yield* Effect.timeoutOption(Queue.take(clock), rest)
          if (Option.isNone(rung)) signalAll()
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

      const pass = Effect.fnUntraced(function*(session: WorkerSession) {
        yield* letDueGo
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
              const fetched = yield* pass(session)
              if (fetched === 0 && session.held() === 0) return false
              if (fetched === 0) yield* Queue.take(stored)
            }
          }),
          session.stop
        )
        return { jobs, more }
      })

      const run = Effect.forever(undisturbed(
        Effect.andThen(life, Effect.logWarning("A worker was taken for lost, and begins anew")),
        undefined
      ))

      return JobWorker.of({
        run: Effect.raceFirst(run, processes.run),
        // What ended processes have left is queued before the first claim.
        drain: (budget) => Effect.andThen(processes.round, Effect.raceFirst(drain(budget), processes.run))
      })
    })
  )
}

const isCarriedOut = ({ status }: JobOutcome): boolean => status !== "queued"

/** Goes on after a pause when the database is away. */
const undisturbed = <A>(effect: Effect.Effect<A>, otherwise: A): Effect.Effect<A> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.logError("A worker could not reach its jobs", cause).pipe(
        Effect.andThen(Effect.sleep("1 second")),
        Effect.as(otherwise)
      ))
