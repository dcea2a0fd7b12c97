import { Clock, DateTime, Deferred, Duration, Effect, Exit, Scope, Semaphore } from "effect"
import { Processes } from "../processes/index.ts"
import { Instant, Transaction } from "../shared/index.ts"
import { JobAnnouncements } from "./JobAnnouncements.ts"
import { makeCompletions } from "./JobCompletions.ts"
import { outcomeOf } from "./JobFailed.ts"
import { JobKinds, type TopicLimits } from "./JobKinds.ts"
import { makeJobRunner } from "./JobRunner.ts"
import { type ClaimedJob, type JobOutcome, JobStore, nothingUnsettled } from "./JobStore.ts"
import { JobWorkerSettings } from "./JobWorkerSettings.ts"
import { makeTakeOver } from "./makeTakeOver.ts"

/** Jobs of one topic that this worker has claimed. */
interface PrefetchBuffer {
  readonly permits: Semaphore.Semaphore
  readonly least: number
  /** Wanted number of claimed jobs, running ones included: as many as it completes in a moment. */
  wanted: number
  held: number
  /** Time of the last claim that returned as many jobs as were wanted. */
  lastFull: number
}

/** The most jobs of a topic that one worker holds. */
const largestBuffer = 1000

/** Reciprocal of the free share of a buffer from which on jobs are claimed. */
const leastRefill = 4

/** A buffer that is done sooner grows; one that lasts longer shrinks, so that other workers get jobs. */
const soonMillis = 500
const lateMillis = 4000

/** A registered worker, from its registration to the end of its last job. */
export interface WorkerSession {
  /** Claims jobs of a topic and starts them, unless it has enough; returns their number. */
  readonly fetch: (topic: TopicLimits) => Effect.Effect<number>
  readonly held: () => number
  /** Completes when the worker counts as lost, or does not know which jobs it has claimed. */
  readonly lost: Effect.Effect<void>
  /** Waits for running jobs, releases the others, and removes the worker. */
  readonly stop: Effect.Effect<void>
}

/** Registers a worker; `onStored` is called with the ends of its jobs, and with topics that got jobs of lost workers. */
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
  let held = 0
  let isStopping = false

  const completions = yield* Effect.provideService(
    makeCompletions(number, (outcomes) => {
      for (const { job } of outcomes) letGo(job)
      if (held === 0) onIdle.splice(0).forEach((resume) => resume())
      onStored(outcomes)
    }),
    Scope.Scope,
    own
  )

  const letGo = ({ kind }: ClaimedJob) => {
    held--
    const buffer = buffers.get(topicOf(kind))
    if (buffer !== undefined) buffer.held--
  }

  /** Jobs of kinds that are unknown here count for the topic that they were claimed from. */
  const strays = new Map<string, string>()
  const topicOf = (kind: string): string => kinds.kind(kind)?.topic ?? strays.get(kind) ?? ""

  const bufferOf = ({ concurrency, topic }: TopicLimits): PrefetchBuffer => {
    const known = buffers.get(topic)
    if (known !== undefined) return known
    const least = concurrency * 2
    const buffer: PrefetchBuffer = {
      permits: Semaphore.makeUnsafe(concurrency),
      least,
      wanted: least,
      held: 0,
      lastFull: 0
    }
    buffers.set(topic, buffer)
    return buffer
  }

  const work = (job: ClaimedJob, buffer: PrefetchBuffer, known: Effect.Success<ReturnType<typeof runner.prepare>>) =>
    Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
      let begun = false
      const run = Effect.suspend(() => {
        if (isStopping) return Effect.interrupt
        begun = true
        return runner.run(job, known)
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
      // The rest is for other workers.
      ({ queued }) => queued === 0 ? Effect.void : announce(nothingUnsettled, [topic])
    ))
    return released.claimed
  })

  const fetch = Effect.fnUntraced(function*(limits: TopicLimits) {
    const buffer = bufferOf(limits)
    const room = buffer.wanted - buffer.held
    // While completions are stored, more jobs are claimed in place of those that completed before.
    if (isStopping || room * leastRefill < buffer.wanted) return 0
    // The result of a claim without an answer is unknown. The worker that takes over from this one finds the claimed jobs.
    const claimed = yield* Effect.onError(claim(limits, room), () => Deferred.succeed(isLost, undefined))
    for (const { kind } of claimed) if (kinds.kind(kind) === undefined) strays.set(kind, limits.topic)
    buffer.held += claimed.length
    held += claimed.length
    const known = yield* Effect.onError(
      runner.prepare(claimed),
      () => Effect.sync(() => claimed.forEach((job) => completions.add({ job, status: "queued", begun: false })))
    )
    for (const job of claimed) yield* Effect.forkIn(work(job, buffer, known), running)
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

  const beatAnyhow = Effect.catchCause(
    beat,
    (cause) => Effect.logError("A worker could not say that it lives", cause)
  )
  // Jobs of lost workers are requeued before the first claim.
  yield* beatAnyhow
  yield* Effect.forkIn(Effect.forever(Effect.andThen(Effect.sleep(settings.beat), beatAnyhow)), own)

  const untilIdle = Effect.callback<void>((resume) => {
    if (held === 0) resume(Effect.void)
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
    held: () => held,
    lost: Deferred.await(isLost),
    stop: Effect.uninterruptible(stop)
  } satisfies WorkerSession
})

/** Part of the buffer was refilled. At the rate since the last refill, the whole buffer lasts `lasts`. */
const resize = (buffer: PrefetchBuffer, refilled: number, now: number): void => {
  const lasts = (now - buffer.lastFull) * buffer.wanted / refilled
  buffer.lastFull = now
  if (lasts < soonMillis) buffer.wanted = Math.min(buffer.wanted * 2, Math.max(largestBuffer, buffer.least))
  else if (lasts > lateMillis) buffer.wanted = Math.max(Math.floor(buffer.wanted / 2), buffer.least)
}

/** Due jobs may be claimed by another worker. */
const leastRest = 20

/** Milliseconds until the next job is due. */
export const restUntil = (due: Instant.Instant | undefined, now: number, poll: Duration.Duration): number =>
  Math.max(
    leastRest,
    Math.min(due === undefined ? Infinity : DateTime.toEpochMillis(due) - now, Duration.toMillis(poll))
  )
