import { assert, layer } from "@effect/vitest"
import { type JobErrorClass, type JobScope, JobStore } from "@namewright/core/jobs"
import type { ProcessStore } from "@namewright/core/processes"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { Deferred, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  applyUpdates,
  batchNow,
  claim,
  complete,
  defaultCapacity,
  enqueue,
  failed,
  freshTopic,
  jobsOf,
  refusal,
  release,
  statusesOf,
  submit,
  succeeded,
  succeededWith,
  worker
} from "./JobSamples.ts"

/** Contract of the store of jobs: keys, retries and removal. */
export const jobControlContract = <E>(name: string, storage: Layer.Layer<JobStore | ProcessStore | Transaction, E>) =>
  layer(storage)(`Control of jobs (${name})`, (it) => {
    it.effect("replaces the payload of a succeeded job if its outcome has another one", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(organization, [{ topic, name: "a" }, { topic, name: "b" }])
        const number = yield* worker
        const [first, second] = yield* claim(topic, number)
        yield* complete(number, [succeededWith(first!, { name: "masked" }), succeeded(second!)])
        const jobs = yield* jobsOf(organization, batch_id)
        assert.deepStrictEqual(jobs.map((job) => job.payload["name"]), ["masked", "b"])
      }))

    it.effect("stores a batch once, and returns the same result for a repeat", () =>
      Effect.gen(function*() {
        const topic = freshTopic()
        const organization = yield* newOrganizationId
        yield* submit(organization, [{ topic, idempotency_key: "a" }])
        const samples = [
          { topic, idempotency_key: "a" },
          { topic },
          { topic, idempotency_key: "b" },
          { topic, idempotency_key: "b" }
        ]
        const first = yield* submit(organization, samples)
        const again = yield* submit(organization, samples, first.batch_id)
        assert.strictEqual(again.inserted, 2)
        const holders = ({ duplicates, jobs }: typeof first) => jobs.map(({ job_id }) => duplicates.get(job_id))
        assert.deepStrictEqual(holders(again), holders(first))
        assert.deepStrictEqual(holders(again)[3], { job_id: first.jobs[2]!.job_id, batch_id: first.batch_id })
        const { summary } = yield* batchNow(organization, first.batch_id)
        assert.strictEqual(summary.total_jobs, 2)
      }))

    it.effect("accepts an idempotency key once in an organization, whatever the state of its job", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const first = yield* submit(organization, [{ topic, idempotency_key: "a" }])
        const number = yield* worker
        yield* complete(number, (yield* claim(topic, number)).map(failed))
        const second = yield* submit(organization, [
          { topic, idempotency_key: "a" },
          { topic, idempotency_key: "b" },
          { topic, idempotency_key: "b" },
          { topic }
        ])
        assert.strictEqual(second.inserted, 2)
        assert.deepStrictEqual(second.duplicates.get(second.jobs[0]!.job_id), {
          job_id: first.jobs[0]!.job_id,
          batch_id: first.batch_id
        })
        assert.deepStrictEqual(second.duplicates.get(second.jobs[2]!.job_id), {
          job_id: second.jobs[1]!.job_id,
          batch_id: second.batch_id
        })
        const none = yield* submit(organization, [{ topic, idempotency_key: "a" }])
        assert.strictEqual(none.inserted, 0)
        const store = yield* JobStore
        assert.isTrue(Option.isNone(yield* store.findBatch(organization, none.batch_id)))
        assert.strictEqual((yield* submit(yield* newOrganizationId, [{ topic, idempotency_key: "a" }])).inserted, 1)
      }))

    it.effect(
      "finds the only taken keys of a large submission, and stores the other jobs",
      () =>
        Effect.gen(function*() {
          const organization = yield* newOrganizationId
          const topic = freshTopic()
          const first = yield* submit(organization, [{ topic, ordering_key: "a", idempotency_key: "key 1" }])
          const many = Array.from(
            { length: 3000 },
            (_, n) => ({ topic, ordering_key: `ordering_key ${n}`, idempotency_key: `key ${n}` })
          )
          const second = yield* submit(organization, many)
          assert.strictEqual(second.inserted, 2999)
          assert.deepStrictEqual([...second.duplicates], [
            [second.jobs[1]!.job_id, { job_id: first.jobs[0]!.job_id, batch_id: first.batch_id }]
          ])
          const { summary } = yield* batchNow(organization, second.batch_id)
          assert.strictEqual(summary.total_jobs, 2999)
        }),
      30_000
    )

    it.effect("stores one job of submissions with the same key at the same time", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const submitted = yield* Effect.forEach(
          [1, 2, 3, 4, 5, 6],
          () =>
            submit(organization, [{ topic, idempotency_key: "a", ordering_key: "l" }, { topic, idempotency_key: "b" }]),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(submitted.reduce((sum, { inserted }) => sum + inserted, 0), 2)
        assert.strictEqual(submitted.reduce((sum, { duplicates }) => sum + duplicates.size, 0), 10)
      }))

    it.effect("stores one open system job of a key, and removes it when it has succeeded", () =>
      Effect.gen(function*() {
        const topic = freshTopic()
        const open_key = `sample ${topic}`
        yield* enqueue({ topic, open_key })
        yield* enqueue({ topic, open_key })
        const number = yield* worker
        const claimed = yield* claim(topic, number)
        assert.strictEqual(claimed.length, 1)
        assert.strictEqual(claimed[0]?.organization_id, null)
        yield* enqueue({ topic, open_key })
        assert.deepStrictEqual(yield* claim(topic, number), [])
        assert.strictEqual((yield* complete(number, claimed.map(succeeded))).completed, 1)
        yield* enqueue({ topic, open_key })
        const again = yield* claim(topic, number)
        assert.strictEqual(again.length, 1)
        yield* complete(number, again.map(failed))
        yield* enqueue({ topic, open_key })
        assert.strictEqual((yield* claim(topic, number)).length, 1)
      }))

    it.effect("retries failed jobs of the given classes after the queued ones", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(
          organization,
          ["a", "b", "c", "d"].map((ordering_key) => ({ topic, name: ordering_key, ordering_key }))
        )
        const number = yield* worker
        const [a, b, c] = yield* claim(topic, number, 3)
        yield* complete(number, [
          failed(a!),
          { job: b!, status: "dead_letter", error: { ...refusal, error_class: "TimeoutError" } },
          succeeded(c!)
        ])
        const { batch_no } = yield* batchNow(organization, batch_id)
        const retry = (classes: ReadonlyArray<"TimeoutError" | "ClaimsError">) => retried({ batch_no }, classes)
        yield* release(topic)
        assert.deepInclude(yield* retry(["ClaimsError"]), { retried: 0, queued: 0 })
        assert.deepInclude(yield* retry(["TimeoutError", "ClaimsError"]), { retried: 1, queued: 1 })
        assert.deepInclude(yield* retry([]), { retried: 1, queued: 1 })
        assert.deepStrictEqual(
          (yield* claim(topic, number)).map(({ attempt, resource_key }) => [attempt, resource_key]),
          [
            [1, "d"],
            [1, "b"],
            [1, "a"]
          ]
        )
        assert.deepInclude((yield* jobsOf(organization, batch_id))[0], { error_class: null, error_message: null })
      }))

    it.effect("retries jobs of one ordering key in their order, after those that were submitted later", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const ordering_key = "a.example"
        const { batch_id } = yield* submit(organization, [{ topic, ordering_key, name: "1" }, {
          topic,
          ordering_key,
          name: "2"
        }])
        const number = yield* worker
        for (const _ of [1, 2]) yield* complete(number, (yield* claim(topic, number)).map(failed))
        yield* submit(organization, [{ topic, ordering_key, name: "3" }])
        const { batch_no } = yield* batchNow(organization, batch_id)
        assert.deepInclude(yield* retried({ batch_no }), { retried: 2, queued: 0 })
        const order: Array<string | null> = []
        for (let claimed = yield* claim(topic, number); claimed.length > 0; claimed = yield* claim(topic, number)) {
          assert.strictEqual(claimed.length, 1)
          order.push(claimed[0]!.resource_key)
          yield* complete(number, claimed.map(succeeded))
        }
        assert.deepStrictEqual(order, ["3", "1", "2"])
      }))

    it.effect("retries jobs while others of their ordering keys are submitted and end, and leaves no ordering key blocked", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const number = yield* worker
        const ordering_keys = Array.from({ length: 40 }, (_, n) => ({ topic, ordering_key: `l${n}`, name: `l${n}` }))
        const { jobs } = yield* submit(organization, ordering_keys)
        yield* complete(number, (yield* claim(topic, number)).map(failed))
        const work = Effect.flatMap(claim(topic, number), (claimed) => complete(number, claimed.map(succeeded)))
        yield* Effect.forEach(
          jobs,
          ({ job_id, ordering_key }) =>
            Effect.all([retried({ job_id }), Effect.andThen(submit(organization, [{ topic, ordering_key }]), work)], {
              concurrency: 2
            }),
          { concurrency: 8 }
        )
        assert.deepStrictEqual((yield* store.findMissedUpdates).ordering_keys, [])
      }))

    it.effect("retries a job after one that is being submitted with its ordering key", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const number = yield* worker
        const { jobs } = yield* submit(organization, [{ topic, ordering_key: "l", name: "again" }])
        yield* complete(number, (yield* claim(topic, number)).map(failed))
        const inserted = yield* Deferred.make<void>()
        const submission = transaction.atomically(Effect.gen(function*() {
          yield* enqueue({ topic, ordering_key: "l", name: "new" }, organization)
          yield* Deferred.succeed(inserted, undefined)
          // Long enough for the retry to reach the ordering key that this transaction has taken.
          for (let n = 0; n < 100; n++) yield* store.findJob(organization, jobs[0]!.job_id)
        }))
        const retry = Effect.andThen(Deferred.await(inserted), retried({ job_id: jobs[0]!.job_id }))
        const [{ queued, retried: n }] = yield* Effect.all([retry, submission], { concurrency: 2 })
        assert.deepStrictEqual([n, queued], [1, 0])
        const order: Array<string | null> = []
        for (let claimed = yield* claim(topic, number); claimed.length > 0; claimed = yield* claim(topic, number)) {
          order.push(...claimed.map(({ payload }) => String(payload["name"])))
          yield* complete(number, claimed.map(succeeded))
        }
        assert.deepStrictEqual(order, ["new", "again"])
      }))

    it.effect("pauses, resumes and cancels jobs that have not begun", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const samples = Array.from({ length: 4 }, (_, n) => ({ topic, name: String(n), capacity: 3 }))
        const { batch_id } = yield* submit(organization, samples)
        const number = yield* worker
        const [running] = yield* claim(topic, number, 1)
        const { batch_no } = yield* batchNow(organization, batch_id)
        const now = yield* Instant.now
        assert.strictEqual(yield* transaction.atomically(store.pause({ batch_no }, now)), 3)
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), ["running", "paused", "paused", "paused"])
        assert.deepStrictEqual(yield* claim(topic, number), [])
        yield* release(topic, 3)
        assert.strictEqual(yield* transaction.atomically(store.resume({ batch_no }, () => 3)), 3)
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), ["running", "queued", "queued", "blocked"])
        const { canceled, updates } = yield* transaction.atomically(store.cancel({ batch_no }, now))
        assert.strictEqual(canceled, 3)
        yield* applyUpdates(updates)
        assert.strictEqual((yield* batchNow(organization, batch_id)).summary.status, "pending")
        yield* complete(number, [succeeded(running!)])
        const { summary } = yield* batchNow(organization, batch_id)
        assert.deepInclude(summary, { status: "complete", total_jobs: 4 })
        assert.deepInclude(summary.job_counts, { succeeded: 1, canceled: 3 })
      }))

    it.effect("removes batches a while after they ended", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(organization, [{ topic, idempotency_key: "a" }])
        const number = yield* worker
        yield* complete(number, (yield* claim(topic, number)).map(succeeded))
        const remove = Effect.flatMap(Instant.now, (now) => transaction.atomically(store.removeEnded(now)))
        yield* remove
        assert.isTrue(Option.isSome(yield* store.findBatch(organization, batch_id)))
        yield* TestClock.adjust("1 second")
        while (yield* remove);
        assert.isTrue(Option.isNone(yield* store.findBatch(organization, batch_id)))
        assert.strictEqual((yield* submit(organization, [{ topic, idempotency_key: "a" }])).inserted, 1)
      }))
  })

/** Retries as the service does. */
const retried = Effect.fnUntraced(function*(scope: JobScope, classes: ReadonlyArray<JobErrorClass> = []) {
  const store = yield* JobStore
  const transaction = yield* Transaction
  const now = yield* Instant.now
  const again = yield* transaction.atomically(store.retry(scope, classes, now, () => defaultCapacity))
  yield* applyUpdates(again.updates)
  return again
})
