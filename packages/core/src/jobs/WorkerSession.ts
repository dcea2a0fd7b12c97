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

/** Jobs of one topic that are in this worker's hands. */
interface PrefetchBuffer {
  readonly permits: Semaphore.Semaphore
  readonly least: number
  /** How many jobs it wants in buffer, running ones among them: as many as it gets done in a moment. */
  wanted: number
  held: number
  /** When a claim brought as many as were wanted. */
  lastFull: number
}

/** The most jobs of a topic that one worker holds. */
const largestBuffer = 1000

/** One in so many places of a buffer has to be free before a claim pays. */
const leastRefill = 4

/** A whole buffer that is done so soon could hold more; one that lasts so long holds others up. */
const soonMillis = 500
const lateMillis = 4000

/** A worker that the database knows, from its entry to the end of its last job. */
export interface WorkerSession {
  /** Claims jobs of a topic and starts them, unless enough are in hand; answers how many. */
  readonly fetch: (topic: TopicLimits) => Effect.Effect<number>
  readonly held: () => number
  /** Completes when the worker was taken for lost, or has lost sight of what it holds. */
  readonly lost: Effect.Effect<void>
  /** Lets running jobs end, gives the others back, and leaves. */
  readonly stop: Effect.Effect<void>
}

/** Enters a worker; `onStored` is called with the ends of its jobs, and with topics that got jobs of lost workers. */
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

  /** Jobs of kinds that are not known here are counted where they were claimed. */
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
      // What is left is for other workers.
      ({ queued }) => queued === 0 ? Effect.void : announce(nothingUnsettled, [topic])
    ))
    return released.claimed
  })

  const fetch = Effect.fnUntraced(function*(limits: TopicLimits) {
    const buffer = bufferOf(limits)
    const room = buffer.wanted - buffer.held
    // While the ends of some jobs are stored, the places of those before them are filled already.
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
  // What lost workers held is there before the first claim.
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

/** Some of the buffer was refilled: as fast as since the last time, the whole of it would be done after `lasts`. */
const resize = (buffer: PrefetchBuffer, refilled: number, now: number): void => {
  const lasts = (now - buffer.lastFull) * buffer.wanted / refilled
  buffer.lastFull = now
  if (lasts < soonMillis) buffer.wanted = Math.min(buffer.wanted * 2, Math.max(largestBuffer, buffer.least))
  else if (lasts > lateMillis) buffer.wanted = Math.max(Math.floor(buffer.wanted / 2), buffer.least)
}

/** What is due may be in the hands of another worker. */
const leastRest = 20

/** How many milliseconds a worker may rest before something is due. */
export const restUntil = (due: Instant.Instant | undefined, now: number, poll: Duration.Duration): number =>
  Math.max(
    leastRest,
    Math.min(due === undefined ? Infinity : DateTime.toEpochMillis(due) - now, Duration.toMillis(poll))
  )
