import { Clock, DateTime, Deferred, Duration, Effect, Exit, Scope, Semaphore } from "effect"
import { Processes } from "../processes/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import type { ClaimedJob, JobOutcome } from "./ClaimedJob.ts"
import { outcomeOf } from "./failedBy.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { makeCompletions } from "./JobCompletions.ts"
import { JobKinds, type TopicLimits } from "./JobKinds.ts"
import { makeJobRunner } from "./JobRunner.ts"
import { JobStore } from "./JobStore.ts"
import { JobWorkerSettings } from "./JobWorkerSettings.ts"
import { makeTakeOver } from "./makeTakeOver.ts"
import { noDeferredUpdates } from "./NewJob.ts"

/** Jobs of one topic that this worker has claimed. */
interface PrefetchBuffer {
  readonly permits: Semaphore.Semaphore
  readonly least: number
  /** Wanted number of claimed jobs, including running ones. It adapts to the rate of completion. */
  wanted: number
  /** Claimed jobs whose outcomes are not stored. */
  unfinished: number
  /** Time of the last claim that returned as many jobs as were wanted. */
  lastFull: number
}

/** Maximum number of claimed jobs of one topic per worker. */
const largestBuffer = 1000

/** Jobs are claimed when at least 1 / `leastRefill` of the buffer is free. */
const leastRefill = 4

/**
 * Bounds, in milliseconds, of the time in which a buffer is used up. A buffer that lasts shorter grows; one that lasts
 * longer shrinks, so that other workers get jobs.
 */
const soonMillis = 500
const lateMillis = 4000

/** A registered worker, from its registration to the completion of its last job. */
export interface WorkerSession {
  /** Claims jobs of a topic and starts them if the buffer has room; returns their number. */
  readonly fetch: (topic: TopicLimits) => Effect.Effect<number>
  /** Number of claimed jobs whose outcomes are not stored. */
  readonly unfinished: () => number
  /** Completes when the worker is considered lost, or does not know which jobs it has claimed. */
  readonly lost: Effect.Effect<void>
  /** Waits for running jobs, releases the others, and removes the worker. */
  readonly stop: Effect.Effect<void>
}

/**
 * Registers a worker. `onStored` is called with stored outcomes, and `onTakenOver` with the topics of jobs that were
 * requeued from lost workers.
 */
export const openWorkerSession = Effect.fnUntraced(function*(
  onStored: (outcomes: ReadonlyArray<JobOutcome>) => void,
  onTakenOver: (topics: ReadonlyArray<string>) => void
) {
  const store = yield* JobStore
  const kinds = yield* JobKinds
  const transaction = yield* Transaction
  const { announce } = yield* JobAnnouncements
  const settings = yield* JobWorkerSettings
  const runner = yield* makeJobRunner
  const own = yield* Scope.make()
  const running = yield* Scope.make()
  const takeOver = yield* makeTakeOver
  const number = yield* store.addWorker(yield* Instant.now, yield* Effect.flatMap(Processes, ({ current }) => current))
  const isLost = yield* Deferred.make<void>()
  const buffers = new Map<string, PrefetchBuffer>()
  const onIdle: Array<() => void> = []
  let unfinished = 0
  let isStopping = false

  const completions = yield* Effect.provideService(
    makeCompletions(number, (outcomes) => {
      for (const { job } of outcomes) remove(job)
      if (unfinished === 0) onIdle.splice(0).forEach((resume) => resume())
      onStored(outcomes)
    }),
    Scope.Scope,
    own
  )

  const remove = ({ kind }: ClaimedJob) => {
    unfinished--
    const buffer = buffers.get(topicOf(kind))
    if (buffer !== undefined) buffer.unfinished--
  }

  /** Jobs of kinds that are not registered here count for the topic from which they were claimed. */
  const topicsOfUnknownKinds = new Map<string, string>()
  const topicOf = (kind: string): string => kinds.kind(kind)?.topic ?? topicsOfUnknownKinds.get(kind) ?? ""

  const bufferOf = ({ concurrency, topic }: TopicLimits): PrefetchBuffer => {
    const existing = buffers.get(topic)
    if (existing !== undefined) return existing
    const least = concurrency * 2
    const buffer: PrefetchBuffer = {
      permits: Semaphore.makeUnsafe(concurrency),
      least,
      wanted: least,
      unfinished: 0,
      lastFull: 0
    }
    buffers.set(topic, buffer)
    return buffer
  }

  const work = (job: ClaimedJob, buffer: PrefetchBuffer, context: Effect.Success<ReturnType<typeof runner.prepare>>) =>
    Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
      let begun = false
      const run = Effect.suspend(() => {
        if (isStopping) return Effect.interrupt
        begun = true
        return runner.run(job, context)
      })
      const exit = yield* Effect.exit(restore(buffer.permits.withPermits(1)(run)))
      completions.add(
        begun
          ? yield* outcomeOf(job, exit, yield* Instant.now, isStopping, transaction.wasAway)
          : { job, status: "queued", begun: false }
      )
    }))

  const claim = Effect.fnUntraced(function*({ capacity, topic }: TopicLimits, limit: number) {
    const now = yield* Instant.now
    const claimed = yield* store.claim(topic, number, limit, now)
    if (claimed.length > 0) return claimed
    const released = yield* transaction.atomically(Effect.tap(
      store.claimReleased(topic, capacity, number, limit, now),
      // The other released jobs are for other workers.
      ({ queued }) => queued === 0 ? Effect.void : announce(noDeferredUpdates, [topic])
    ))
    return released.claimed
  })

  const fetch = Effect.fnUntraced(function*(limits: TopicLimits) {
    const buffer = bufferOf(limits)
    const room = buffer.wanted - buffer.unfinished
    // While outcomes are being stored, jobs are claimed to replace those that completed earlier.
    if (isStopping || room * leastRefill < buffer.wanted) return 0
    // The result of a claim without an answer is unknown. The worker that takes over from this one finds the claimed jobs.
    const claimed = yield* Effect.onError(claim(limits, room), () => Deferred.succeed(isLost, undefined))
    for (const { kind } of claimed) if (kinds.kind(kind) === undefined) topicsOfUnknownKinds.set(kind, limits.topic)
    buffer.unfinished += claimed.length
    unfinished += claimed.length
    const context = yield* Effect.onError(
      runner.prepare(claimed),
      () => Effect.sync(() => claimed.forEach((job) => completions.add({ job, status: "queued", begun: false })))
    )
    for (const job of claimed) yield* Effect.forkIn(work(job, buffer, context), running)
    if (claimed.length === room) resize(buffer, room, yield* Clock.currentTimeMillis)
    return claimed.length
  }, Effect.uninterruptible)

  const beat = Effect.gen(function*() {
    const now = yield* Instant.now
    if (!(yield* store.beat(number, now))) {
      yield* Deferred.succeed(isLost, undefined)
      return
    }
    onTakenOver(yield* takeOver)
  })

  const beatOrLog = Effect.catchCause(
    beat,
    (cause) => Effect.logError("A worker could not store its heartbeat", cause)
  )
  // Jobs of lost workers are requeued before the first claim.
  yield* beatOrLog
  yield* Effect.forkIn(Effect.forever(Effect.andThen(Effect.sleep(settings.beat), beatOrLog)), own)

  const untilIdle = Effect.callback<void>((resume) => {
    if (unfinished === 0) resume(Effect.void)
    else onIdle.push(() => resume(Effect.void))
  })

  const stop = Effect.gen(function*() {
    isStopping = true
    yield* Effect.timeoutOption(Effect.interruptible(untilIdle), settings.grace)
    yield* Scope.close(running, Exit.void)
    yield* untilIdle
    yield* Scope.close(own, Exit.void)
    yield* store.removeWorker(number)
  })

  return {
    fetch,
    unfinished: () => unfinished,
    lost: Deferred.await(isLost),
    stop: Effect.uninterruptible(stop)
  } satisfies WorkerSession
})

/**
 * Adapts the buffer after a full refill. `lasts` is the time in which the whole buffer is used up at the rate since the
 * last refill.
 */
const resize = (buffer: PrefetchBuffer, refilled: number, now: number): void => {
  const lasts = (now - buffer.lastFull) * buffer.wanted / refilled
  buffer.lastFull = now
  if (lasts < soonMillis) buffer.wanted = Math.min(buffer.wanted * 2, Math.max(largestBuffer, buffer.least))
  else if (lasts > lateMillis) buffer.wanted = Math.max(Math.floor(buffer.wanted / 2), buffer.least)
}

/** Minimum sleep in milliseconds. Jobs that another worker is releasing remain due until it commits. */
const leastRest = 20

/** Sleep in milliseconds until the next job is due, at most the polling interval. */
export const restUntil = (due: Instant.Instant | undefined, now: number, poll: Duration.Duration): number =>
  Math.max(
    leastRest,
    Math.min(due === undefined ? Infinity : DateTime.toEpochMillis(due) - now, Duration.toMillis(poll))
  )
