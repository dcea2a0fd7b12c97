import { assert, describe, it } from "@effect/vitest"
import { newRequestId, RequestIdentity } from "@namewright/core/access"
import { type BatchId, JobKinds, Jobs, newBatchId, newJobId } from "@namewright/core/jobs"
import { CurrentActor, Instant, type InvalidInput, limits, type Permission } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { caller, greet, greetBulk, jobsOnSqlite } from "./JobsPlatform.ts"

const prepared = Effect.gen(function*() {
  const kinds = yield* JobKinds
  yield* kinds.registerCommand(greetBulk)
  yield* kinds.registerKind({ kind: "greet", topic: "greetings", run: () => Effect.succeed(null) })
  return { jobs: yield* Jobs, ...(yield* caller) }
})

const inOrder = { by: "created_on", order: "asc" } as const
const page = { page: 1, page_size: 100 }

const tagOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => _tag)

describe("Jobs", () => {
  it.effect("creates a job for each instance, and reports those that it refuses", () =>
    Effect.gen(function*() {
      const { act, jobs } = yield* prepared
      const answer = yield* act(jobs.submit({ ...greet("ada", "no name", "bob"), label: "three" }))
      assert.deepInclude(answer, { total_commands: 1, jobs_created: 2, jobs_failed: 1, jobs_duplicated: 0 })
      assert.deepStrictEqual(answer.errors, [{
        index: 0,
        instance_index: 1,
        error: "No name",
        code: "INVALID_NAME",
        type: "validation-error",
        resource_key: "no name"
      }])
      assert.strictEqual(answer.status_url, `/v1/jobs/${answer.batch_id}`)
      const batch = yield* act(jobs.getBatch(answer.batch_id))
      assert.deepInclude(batch, { label: "three", status: "pending", total: 2, queued: 2, progress_percentage: 0 })
      const { items } = yield* act(jobs.listJobs(answer.batch_id, {}, inOrder, page))
      assert.deepStrictEqual(items.map(({ display }) => display), ["Greet 'ada'", "Greet 'bob'"])
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("stores the batch of a request once, and answers every try alike", () =>
    Effect.gen(function*() {
      const { act, jobs } = yield* prepared
      const keyed = (name: string, idempotency_key?: string) => ({
        ...greet(name).commands[0]!,
        ...(idempotency_key === undefined ? {} : { idempotency_key })
      })
      const earlier = yield* act(jobs.submit({ paused: false, commands: [keyed("ada", "a")] }))
      const commands = [keyed("ada", "a"), keyed("bob"), keyed("cleo", "c"), keyed("cleo", "c")]
      const request = yield* newRequestId
      const submit = act(jobs.submit({ paused: false, commands })).pipe(
        Effect.provideService(RequestIdentity, Option.some(request))
      )
      const first = yield* submit
      assert.deepInclude(first, { jobs_created: 2, jobs_duplicated: 2 })
      assert.notStrictEqual(first.batch_id, earlier.batch_id)
      assert.deepStrictEqual(yield* submit, first)
      const batches = yield* act(jobs.listBatches({}, inOrder, page))
      assert.deepStrictEqual(batches.items.map(({ total_jobs }) => total_jobs), [1, 2])
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect(
    "refuses a batch that asks for more than can be kept in mind, however few its commands are",
    () =>
      Effect.gen(function*() {
        const { act, jobs } = yield* prepared
        const command = { command: "greet_bulk", payload: { instances: Array.from({ length: 1000 }, () => ({})) } }
        const most = limits.batchJobs / 1000
        const submit = (commands: number) =>
          Effect.flip(act(jobs.submit({ paused: false, commands: Array.from({ length: commands }, () => command) })))
        const typesOf = (refused: object) =>
          "issues" in refused ? new Set((refused as InvalidInput).issues.map(({ type }) => type)) : new Set()
        assert.deepStrictEqual(typesOf(yield* submit(most + 1)), new Set(["too_long"]))
        assert.deepStrictEqual(typesOf(yield* submit(most)), new Set(["missing"]))
      }).pipe(Effect.provide(jobsOnSqlite)),
    30_000
  )

  it.effect("names every problem of a batch that it refuses, and stores nothing", () =>
    Effect.gen(function*() {
      const { act, jobs } = yield* prepared
      const bad = [
        { command: "greet_bulk", payload: { instances: [{ name: 1 }, {}] } },
        { command: "greet_bulk", payload: {} }
      ]
      const refused = yield* Effect.flip(act(jobs.submit({ paused: false, commands: bad })))
      assert.strictEqual(refused._tag, "InvalidInput")
      assert.deepStrictEqual(
        "issues" in refused ? refused.issues.map(({ loc, type }) => [loc.join("."), type]) : [],
        [
          ["body.commands.0.payload.instances.0.name", "string_type"],
          ["body.commands.0.payload.instances.1.name", "missing"],
          ["body.commands.1.payload.instances", "missing"]
        ]
      )
      const unknown = yield* Effect.flip(act(jobs.submit({ paused: false, commands: [{ type: "x", payload: {} }] })))
      assert.include(JSON.stringify(unknown), "union_tag_invalid")
      const second = { paused: false, commands: [...greet("a").commands, ...greet("forbidden").commands] }
      const inner = yield* Effect.flip(act(jobs.submit(second)))
      assert.deepStrictEqual("issues" in inner ? inner.issues[0].loc : [], [
        "body",
        "commands",
        1,
        "payload",
        "instances"
      ])
      assert.strictEqual(yield* tagOf(act(jobs.submit({ paused: false, commands: [] }))), "BatchEmpty")
      assert.strictEqual((yield* act(jobs.listBatches({}, inOrder, page))).total, 0)
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("adds only new instances when a bulk command is sent again with its key", () =>
    Effect.gen(function*() {
      const { act, jobs } = yield* prepared
      const keyed = (...names: ReadonlyArray<string>) => {
        const { commands, paused } = greet(...names)
        return { paused, commands: commands.map((command) => ({ ...command, idempotency_key: "k" })) }
      }
      const first = yield* act(jobs.submit(keyed("a", "b")))
      const second = yield* act(jobs.submit(keyed("a", "b", "c")))
      assert.deepInclude(second, { jobs_created: 1, jobs_duplicated: 2 })
      assert.deepInclude(second.duplicates[1], {
        index: 0,
        instance_index: 1,
        resource_key: "b",
        existing_batch_id: first.batch_id
      })
      const third = yield* act(jobs.submit(keyed("a")))
      assert.strictEqual(third.jobs_created, 0)
      assert.strictEqual(yield* tagOf(act(jobs.getBatch(third.batch_id))), "BatchNotFound")
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("wants the rights of the commands besides its own, and keeps batches from other organizations", () =>
    Effect.gen(function*() {
      const { act, actor, jobs } = yield* prepared
      const withRights = (...rights: ReadonlyArray<Permission>) => ({ ...actor, permissions: new Set(rights) })
      const as = <A, E, R>(rights: ReadonlyArray<Permission>, work: Effect.Effect<A, E, R>) =>
        Effect.provideService(work, CurrentActor, withRights(...rights))
      assert.strictEqual(yield* tagOf(as(["jobs:manage"], jobs.submit(greet("a")))), "PermissionDenied")
      assert.strictEqual(yield* tagOf(as(["contacts:manage"], jobs.submit(greet("a")))), "PermissionDenied")
      const { batch_id } = yield* as(["jobs:manage", "contacts:manage"], jobs.submit(greet("a")))
      const [job] = (yield* as(["jobs:read"], jobs.listJobs(batch_id, {}, inOrder, page))).items
      assert.deepInclude(job?.payload, { contact: { name: "a", auth_code: "********" } })
      assert.deepInclude((yield* act(jobs.getJob(job!.job_id))).payload, {
        contact: { name: "a", auth_code: "secret-1" }
      })
      for (const control of [jobs.pauseBatch, jobs.resumeBatch, jobs.cancelBatch, jobs.retryBatch]) {
        assert.strictEqual(yield* tagOf(as(["jobs:read"], control(batch_id))), "PermissionDenied")
        const stranger = yield* caller
        assert.strictEqual(yield* tagOf(stranger.act(control(batch_id))), "BatchNotFound")
      }
      const stranger = yield* caller
      for (const control of [jobs.pauseJob, jobs.resumeJob, jobs.cancelJob, jobs.retryJob, jobs.getJob]) {
        assert.strictEqual(yield* tagOf(as([], control(job!.job_id))), "PermissionDenied")
        assert.strictEqual(yield* tagOf(stranger.act(control(job!.job_id))), "JobNotFound")
        assert.strictEqual(yield* tagOf(act(control(yield* newJobId))), "JobNotFound")
      }
      assert.strictEqual(yield* tagOf(stranger.act(jobs.getBatch(batch_id))), "BatchNotFound")
      assert.strictEqual(yield* tagOf(act(jobs.getBatch(yield* newBatchId))), "BatchNotFound")
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("pauses, resumes and cancels batches and single jobs that allow it", () =>
    Effect.gen(function*() {
      const { act, jobs } = yield* prepared
      const { batch_id } = yield* act(jobs.submit({ ...greet("a", "b"), paused: true }))
      const counts = (id: BatchId) => Effect.map(act(jobs.getBatch(id)), ({ job_counts }) => job_counts)
      assert.deepInclude(yield* counts(batch_id), { paused: 2 })
      yield* act(jobs.resumeBatch(batch_id))
      assert.deepInclude(yield* counts(batch_id), { queued: 2, paused: 0 })
      const [a, b] = (yield* act(jobs.listJobs(batch_id, {}, inOrder, page))).items
      yield* act(jobs.pauseJob(a!.job_id))
      assert.strictEqual(yield* tagOf(act(jobs.pauseJob(a!.job_id))), "JobStatusConflict")
      assert.strictEqual((yield* act(jobs.resumeJob(a!.job_id))).status, "queued")
      assert.strictEqual(yield* tagOf(act(jobs.retryJob(a!.job_id))), "JobStatusConflict")
      yield* act(jobs.cancelJob(b!.job_id))
      assert.strictEqual(yield* tagOf(act(jobs.cancelJob(b!.job_id))), "JobStatusConflict")
      yield* act(jobs.cancelBatch(batch_id))
      yield* act(jobs.cancelBatch(batch_id))
      const batch = yield* act(jobs.getBatch(batch_id))
      assert.deepInclude(batch, { status: "complete", canceled: 2, progress_percentage: 100 })
      assert.deepStrictEqual(yield* act(jobs.retryBatch(batch_id)), {
        batch_id,
        retried_count: 0,
        queued_count: 0,
        blocked_count: 0
      })
    }).pipe(Effect.provide(jobsOnSqlite)))

  it.effect("blocks a batch until its time, and ignores a time that is over", () =>
    Effect.gen(function*() {
      const { act, jobs } = yield* prepared
      const now = yield* Instant.now
      const later = yield* act(jobs.submit({ ...greet("a"), not_before: DateTime.add(now, { hours: 1 }) }))
      const over = yield* act(jobs.submit({ ...greet("b"), not_before: DateTime.subtract(now, { hours: 1 }) }))
      assert.strictEqual((yield* act(jobs.getBatch(later.batch_id))).blocked, 1)
      assert.strictEqual((yield* act(jobs.getBatch(over.batch_id))).queued, 1)
      const list = yield* act(jobs.listBatches({ status: "pending" }, inOrder, page))
      assert.deepStrictEqual(list.items.map(({ batch_id }) => batch_id), [later.batch_id, over.batch_id])
    }).pipe(Effect.provide(jobsOnSqlite)))
})
