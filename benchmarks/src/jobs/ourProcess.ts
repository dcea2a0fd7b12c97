import { type BatchId, Jobs, JobWorker } from "@namewright/core/jobs"
import { Duration, Effect, Fiber } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import type { Storage } from "../harness/Databases.ts"
import { median } from "../harness/rounds.ts"
import { storageOf } from "../harness/storageOf.ts"
import { engine, knowNoop, submitter } from "./noopJobs.ts"

export interface OurTask {
  readonly storage: Storage
  readonly count: number
  /** Sequential submissions to an idle worker. */
  readonly singles: number
  /** True if pause, resume, cancel and progress of a batch are measured as well. */
  readonly control: boolean
}

export interface OurResult {
  /** Jobs per second. */
  readonly enqueue: number
  readonly drain: number
  /** Milliseconds from submission to start. */
  readonly idleP50: number
  readonly idleP99: number
  /** Milliseconds. */
  readonly pause: number
  readonly resume: number
  readonly cancel: number
  readonly progress: number
}

const task = taskOf<OurTask>()
const second = 1000

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const started = performance.now()
    const value = yield* work
    return { value, millis: performance.now() - started }
  })

const controlled = Effect.fnUntraced(function*(
  who: Effect.Success<typeof submitter>,
  batch: BatchId
) {
  const jobs = yield* Jobs
  const pause = yield* timed(who.act(jobs.pauseBatch(batch)))
  const resume = yield* timed(who.act(jobs.resumeBatch(batch)))
  const progress = yield* Effect.forEach(Array.from({ length: 20 }), () => timed(who.act(jobs.getBatch(batch))))
  const cancel = yield* timed(who.act(jobs.cancelBatch(batch)))
  return {
    pause: pause.millis,
    resume: resume.millis,
    cancel: cancel.millis,
    progress: median(progress.map(({ millis }) => millis))
  }
})

const idle = Effect.fnUntraced(function*(who: Effect.Success<typeof submitter>, onNextRun: (run: () => void) => void) {
  const worker = yield* JobWorker
  const running = yield* Effect.forkChild(worker.run)
  const waits: Array<number> = []
  for (let n = 0; n < task.singles; n++) {
    yield* Effect.sleep("20 millis")
    const started = performance.now()
    const begun = new Promise<number>((resolve) => onNextRun(() => resolve(performance.now() - started)))
    yield* who.submit(1)
    waits.push(yield* Effect.promise(() => begun))
  }
  yield* Fiber.interrupt(running)
  const sorted = waits.slice(Math.floor(waits.length / 10)).toSorted((a, b) => a - b)
  return { idleP50: median(sorted), idleP99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
})

const measure = Effect.gen(function*() {
  let onRun = () => {}
  yield* knowNoop(() => onRun())
  const who = yield* submitter
  const worker = yield* JobWorker
  yield* who.submit(Math.ceil(task.count / 10))
  yield* worker.drain(Duration.minutes(5))

  const enqueued = yield* timed(who.submit(task.count))
  const drained = yield* timed(worker.drain(Duration.minutes(5)))
  if (drained.value.jobs !== task.count) throw new Error(`${drained.value.jobs} jobs ran of ${task.count}`)
  const latency = task.singles === 0
    ? { idleP50: 0, idleP99: 0 }
    : yield* idle(who, (run) => void (onRun = run))
  const control = task.control
    ? yield* controlled(who, (yield* who.submit(task.count)).batch_id)
    : { pause: 0, resume: 0, cancel: 0, progress: 0 }
  return {
    enqueue: task.count / (enqueued.millis / second),
    drain: task.count / (drained.millis / second),
    ...latency,
    ...control
  } satisfies OurResult
})

serveParent(await Effect.runPromise(Effect.provide(measure, engine(storageOf(task.storage)))))
