import { assert, describe, it } from "@effect/vitest"
import { ContactNotFound } from "@namewright/core/contacts"
import {
  JobDeferred,
  JobFailure,
  JobKinds,
  JobQueue,
  type JobRunError,
  Jobs,
  JobWorker,
  type RunningJob
} from "@namewright/core/jobs"
import { Processes } from "@namewright/core/processes"
import { OperationInProgress, RegistryUnavailable } from "@namewright/core/registry"
import { CurrentActor } from "@namewright/core/shared"
import { Context, Deferred, Duration, Effect, Fiber, Layer, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { caller, greet, greetBulk, jobsOnSqlite, Organizations } from "./JobsPlatform.ts"

type Run = (job: RunningJob) => Effect.Effect<Schema.JsonObject | null, JobRunError, CurrentActor>

/** Makes `greet_bulk` known, with what its jobs do. */
const greeting = Effect.fnUntraced(function*(run: Run, maxAttempts?: number) {
  const kinds = yield* JobKinds
  yield* kinds.registerTopic({ topic: "greetings", concurrency: 3 })
  yield* kinds.registerCommand(greetBulk)
  yield* kinds.registerKind({ kind: "greet", topic: "greetings", run, maxAttempts })
})

const drain = Effect.flatMap(JobWorker, (worker) => worker.drain(Duration.seconds(60)))

/** Submits names for a new caller. Returns an effect with the states of its jobs. */
const submitted = Effect.fnUntraced(function*(...names: ReadonlyArray<string>) {
  const jobs = yield* Jobs
  const who = yield* caller
  const { batch_id } = yield* who.act(jobs.submit(greet(...names)))
  const list = who.act(jobs.listJobs(batch_id, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 100 }))
  return { ...who, batch_id, jobs: Effect.map(list, ({ items }) => items) }
})

describe("JobWorker", () => {
  it.effect("runs a job as its submitter, and keeps its result", () =>
    Effect.gen(function*() {
      const seen: Array<unknown> = []
      yield* greeting((job) =>
        Effect.map(CurrentActor, ({ organization_id, principal }) => {
          seen.push([organization_id, principal.type, job.attempt, job.payload["contact"]])
          return { type: "greet", contact_id: "contact_1" }
        })
      )
      const { jobs, organization_id } = yield* submitted("ada")
      assert.deepStrictEqual(yield* drain, { jobs: 1, more: false })
      assert.deepStrictEqual(seen, [[organization_id, "api_key", 1, { name: "ada", auth_code: "secret-1" }]])
      assert.deepInclude((yield* jobs)[0], { status: "succeeded", result: { type: "greet", contact_id: "contact_1" } })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("erases the auth code in the payload of a job that has succeeded", () =>
    Effect.gen(function*() {
      yield* greeting(({ payload }) =>
        payload["contact"] === undefined ? Effect.die("no payload") : Effect.succeed({ type: "greet" })
      )
      const { jobs } = yield* submitted("ada")
      assert.deepInclude((yield* jobs)[0]?.payload, { contact: { name: "ada", auth_code: "secret-1" } })
      yield* drain
      assert.deepInclude((yield* jobs)[0]?.payload, { contact: { name: "ada", auth_code: "********" } })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("keeps the auth code of a job that has failed, for a retry", () =>
    Effect.gen(function*() {
      yield* greeting(() => Effect.fail(new ContactNotFound({ contact_id: "contact_7" })))
      const { jobs } = yield* submitted("ada")
      yield* drain
      assert.deepInclude((yield* jobs)[0]?.payload, { contact: { name: "ada", auth_code: "secret-1" } })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("ends a job without another attempt after a permanent error, with its problem", () =>
    Effect.gen(function*() {
      yield* greeting(() => Effect.fail(new ContactNotFound({ contact_id: "contact_7" })))
      const { jobs } = yield* submitted("ada")
      yield* drain
      assert.deepInclude((yield* jobs)[0], {
        status: "failed",
        attempts: 1,
        error_class: "NotFoundError",
        error_code: "ERROR_CONTACT_NOT_FOUND",
        error_details: {
          type: "contact-not-found",
          title: "Contact Management Error",
          code: "ERROR_CONTACT_NOT_FOUND",
          detail: "No contact contact_7",
          contact_id: "contact_7"
        }
      })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("tries again after growing pauses what may pass, and gives up after the last attempt", () =>
    Effect.gen(function*() {
      yield* greeting(() => Effect.fail(new RegistryUnavailable({ domain_name: "a.com" })))
      const { jobs } = yield* submitted("ada")
      const attempts: Array<number> = []
      for (const seconds of [0, 36, 144, 576, 2160]) {
        yield* TestClock.adjust(Duration.seconds(seconds))
        yield* drain
        yield* drain
        attempts.push((yield* jobs)[0]!.attempts)
      }
      assert.deepStrictEqual(attempts, [1, 2, 3, 4, 5])
      assert.deepInclude((yield* jobs)[0], { status: "dead_letter", error_class: "DomainRegistryTemporaryError" })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("waits at least as long as the pause without its jitter", () =>
    Effect.gen(function*() {
      yield* greeting(() => Effect.fail(new JobFailure({ error_class: "TimeoutError", message: "No answer" })))
      const { jobs } = yield* submitted("ada")
      yield* drain
      yield* TestClock.adjust("23 seconds")
      assert.strictEqual((yield* drain).jobs, 0)
      assert.deepInclude((yield* jobs)[0], { status: "blocked", attempts: 1, error_message: "No answer" })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("survives a job that throws, and does not publish the error", () =>
    Effect.gen(function*() {
      yield* greeting((job) => {
        if (job.resource_key === "bad") throw new Error("password is hunter2")
        return Effect.succeed(null)
      }, 1)
      const { jobs } = yield* submitted("bad", "good")
      yield* drain
      const [bad, good] = yield* jobs
      assert.strictEqual(good?.status, "succeeded")
      assert.deepInclude(bad, { status: "dead_letter", error_class: "InternalError", error_code: "ERROR_INTERNAL" })
      assert.notInclude(JSON.stringify(bad), "hunter2")
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("puts off a job that asks for it, without counting the attempt", () =>
    Effect.gen(function*() {
      let runs = 0
      yield* greeting(() =>
        Effect.suspend(() =>
          ++runs < 3 ? Effect.fail(new JobDeferred({ pause: Duration.minutes(1) })) : Effect.succeed(null)
        ), 1)
      const { jobs } = yield* submitted("ada")
      yield* drain
      assert.deepInclude((yield* jobs)[0], { status: "blocked", attempts: 0, error_class: null })
      yield* TestClock.adjust("1 minute")
      yield* drain
      yield* TestClock.adjust("1 minute")
      yield* drain
      assert.deepInclude((yield* jobs)[0], { status: "succeeded", attempts: 1 })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("runs a job again that met an object in use, without counting the attempt", () =>
    Effect.gen(function*() {
      let runs = 0
      yield* greeting(() =>
        Effect.suspend(() =>
          ++runs < 3 ? Effect.fail(new OperationInProgress({ object_name: "busy.com" })) : Effect.succeed(null)
        ), 1)
      const { jobs } = yield* submitted("ada")
      for (let run = 0; run < 2; run++) {
        yield* drain
        assert.deepInclude((yield* jobs)[0], { status: "blocked", attempts: 0, error_class: null })
        yield* TestClock.adjust("10 seconds")
      }
      yield* drain
      assert.deepInclude((yield* jobs)[0], { status: "succeeded", attempts: 1 })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("does nothing for an organization that has become inactive, or is gone", () =>
    Effect.gen(function*() {
      let runs = 0
      yield* greeting(() => Effect.sync(() => (runs++, null)))
      const { gone, inactive } = yield* Organizations
      const [first, second] = [yield* submitted("ada"), yield* submitted("ada")]
      inactive.add(first.organization_id)
      gone.add(second.organization_id)
      yield* drain
      assert.strictEqual(runs, 0)
      gone.clear()
      assert.deepInclude((yield* first.jobs)[0], { status: "failed", error_class: "PermissionError" })
      assert.deepInclude((yield* second.jobs)[0], { status: "failed", error_class: "NotFoundError" })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("runs no more jobs of a topic at a time than it may", () =>
    Effect.gen(function*() {
      let [now, most] = [0, 0]
      yield* greeting(() =>
        Effect.gen(function*() {
          most = Math.max(most, ++now)
          for (let turn = 0; turn < 5; turn++) yield* Effect.yieldNow
          now--
          return null
        })
      )
      yield* submitted(...Array.from({ length: 40 }, (_, n) => `n${n}`))
      assert.strictEqual((yield* drain).jobs, 40)
      assert.strictEqual(most, 3)
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("completes running jobs when it stops, and requeues the others", () =>
    Effect.gen(function*() {
      const begun = yield* Deferred.make<void>()
      const may = yield* Deferred.make<void>()
      yield* greeting(() =>
        Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(may)), Effect.as(null))
      )
      const { jobs } = yield* submitted("a", "b", "c", "d", "e")
      const worker = yield* JobWorker
      const running = yield* Effect.forkChild(worker.run)
      yield* Deferred.await(begun)
      const stopped = yield* Effect.forkChild(Fiber.interrupt(running))
      yield* Effect.yieldNow
      yield* Deferred.succeed(may, undefined)
      yield* Fiber.join(stopped)
      const states = (yield* jobs).map(({ attempts, status }) => `${status} ${attempts}`)
      assert.deepStrictEqual(states, ["succeeded 1", "succeeded 1", "succeeded 1", "queued 0", "queued 0"])
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect.each(
    [
      ["run", ({ run }: JobWorker["Service"]) => run],
      ["drain", ({ drain }: JobWorker["Service"]) => drain(Duration.seconds(60))]
    ] as const
  )("keeps its running jobs from other processes while it stops: %s", ([, work]) =>
    Effect.gen(function*() {
      const runs: Array<string> = []
      const may = yield* Deferred.make<void>()
      yield* greeting(({ resource_key }) =>
        Effect.suspend(() => (runs.push(resource_key), Effect.as(Deferred.await(may), null)))
      )
      const { jobs } = yield* submitted("a")
      const running = yield* Effect.forkChild(work(yield* JobWorker))
      while (runs.length === 0) yield* TestClock.adjust("1 second")
      const another = yield* Layer.build(Layer.fresh(Layer.provide(JobWorker.layer, Processes.layer)))
      const other = yield* Effect.forkChild(Context.get(another, JobWorker).run)
      const stopped = yield* Effect.forkChild(Fiber.interrupt(running))
      for (let second = 0; second < 10; second++) yield* TestClock.adjust("1 second")
      yield* Deferred.succeed(may, undefined)
      yield* Fiber.join(stopped)
      yield* Fiber.interrupt(other)
      assert.deepStrictEqual(runs, ["a"])
      assert.deepInclude((yield* jobs)[0], { status: "succeeded", attempts: 1 })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("interrupts what does not end in time, and gives it back", () =>
    Effect.gen(function*() {
      const begun = yield* Deferred.make<void>()
      yield* greeting(() => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
      const { jobs } = yield* submitted("a")
      const worker = yield* JobWorker
      const running = yield* Effect.forkChild(worker.run)
      yield* Deferred.await(begun)
      const stopped = yield* Effect.forkChild(Fiber.interrupt(running))
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual((yield* jobs)[0]?.status, "running")
      // The grace period begins when the worker has handled the interruption.
      while (stopped.pollUnsafe() === undefined) yield* TestClock.adjust("1 second")
      assert.deepInclude((yield* jobs)[0], { status: "queued", attempts: 1 })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("is woken by a submission, and by the time of a job", () =>
    Effect.gen(function*() {
      const done: Array<string> = []
      yield* greeting(({ resource_key }) => Effect.sync(() => (done.push(resource_key), null)))
      const worker = yield* JobWorker
      const running = yield* Effect.forkChild(worker.run)
      yield* TestClock.adjust("1 second")
      const { jobs } = yield* submitted("a")
      while ((yield* jobs)[0]?.status !== "succeeded") yield* Effect.yieldNow
      const queue = yield* JobQueue
      yield* queue.enqueue({ kind: "greet", organization_id: null, payload: {} })
      while (done.length < 2) yield* Effect.yieldNow
      yield* Fiber.interrupt(running)
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("knows who submitted a job, however many batches it has worked on", () =>
    Effect.gen(function*() {
      // While one of these runs, others are prefetched, and batches that are not cached are read.
      yield* greeting(() => Effect.as(Effect.yieldNow, null))
      const jobs = yield* Jobs
      const who = yield* caller
      for (let n = 0; n < 1050; n++) yield* who.act(jobs.submit(greet(`n${n}`)))
      yield* drain
      const page = { page: 1, page_size: 1 }
      const complete = jobs.listBatches({ status: "complete" }, { by: "created_on", order: "asc" }, page)
      assert.strictEqual((yield* who.act(complete)).total, 1050)
    }).pipe(Effect.provide(jobsOnSqlite)), 30_000)
})
