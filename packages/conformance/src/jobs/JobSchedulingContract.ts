import { assert, layer } from "@effect/vitest"
import { type ClaimedJob, JobStore } from "@namewright/core/jobs"
import { newProcessId, ProcessStore } from "@namewright/core/processes"
import { Instant, newOrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"
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
  jobNow,
  jobsOf,
  refusal,
  release,
  statusesOf,
  submit,
  succeeded,
  worker,
  workerOf
} from "./JobSamples.ts"

/** Contract of the store of jobs: scheduling. */
export const jobSchedulingContract = <E>(
  name: string,
  storage: Layer.Layer<JobStore | ProcessStore | Transaction, E>
) =>
  layer(storage)(`Scheduling of jobs (${name})`, (it) => {
    it.effect("lets one worker claim a job, and stores its outcome", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(organization, [{ topic, name: "a" }, { topic, name: "b" }])
        const [mine, others] = [yield* worker, yield* worker]
        const claimed = yield* claim(topic, mine)
        assert.deepStrictEqual(claimed.map(({ resource_key }) => resource_key), ["a", "b"])
        assert.deepStrictEqual(yield* claim(topic, others), [])
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), ["running", "running"])
        yield* TestClock.adjust("5 seconds")
        const outcomes = [succeeded(claimed[0]!), failed(claimed[1]!)]
        assert.strictEqual((yield* complete(others, outcomes)).completed, 0)
        assert.strictEqual((yield* complete(mine, outcomes)).completed, 2)
        assert.strictEqual((yield* complete(mine, outcomes)).completed, 0)
        const [good, bad] = yield* jobsOf(organization, batch_id)
        assert.deepInclude(good, { status: "succeeded", attempts: 1, result: { type: "sample" }, error_class: null })
        assert.deepInclude(bad, { status: "failed", result: null, ...refusal })
        const { summary } = yield* batchNow(organization, batch_id)
        assert.strictEqual(summary.status, "complete")
        assert.isNotNull(summary.finished_at)
        assert.deepInclude(summary.job_counts, { succeeded: 1, failed: 1, running: 0, blocked: 0 })
      }))

    it.effect("returns the topics with work", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const store = yield* JobStore
        const isBusy = Effect.map(store.busy, (topics) => topics.includes(topic))
        assert.isFalse(yield* isBusy)
        yield* submit(organization, [{ topic, name: "a" }])
        assert.isTrue(yield* isBusy)
        yield* claim(topic, yield* worker)
        assert.isFalse(yield* isBusy)
      }))

    it.effect("never returns a job from two concurrent claims", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        yield* submit(organization, Array.from({ length: 200 }, (_, n) => ({ topic, name: String(n) })))
        const workers = yield* Effect.forEach([1, 2, 3, 4, 5, 6, 7, 8], () => worker)
        const claims = yield* Effect.forEach(
          workers,
          Effect.fnUntraced(function*(number) {
            const own: Array<ClaimedJob> = []
            for (;;) {
              const some = yield* claim(topic, number, 7)
              if (some.length === 0) return own
              own.push(...some)
            }
          }),
          { concurrency: "unbounded" }
        )
        const ids = claims.flat().map(({ job_id }) => job_id)
        assert.strictEqual(ids.length, 200)
        assert.strictEqual(new Set(ids).size, 200)
      }))

    it.effect("runs the jobs of an ordering key one at a time in the order of submission, over batches", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const ordering_key = "domain a.example"
        yield* submit(organization, [{ topic, ordering_key, name: "1" }, { topic, ordering_key, name: "2" }, {
          topic,
          name: "free"
        }])
        yield* submit(organization, [{ topic, ordering_key, name: "3" }])
        const other = yield* newOrganizationId
        yield* submit(other, [{ topic, ordering_key, name: "theirs" }])
        const number = yield* worker
        const order: Array<string | null> = []
        for (;;) {
          const claimed = yield* claim(topic, number)
          if (claimed.length === 0) break
          order.push(claimed.map(({ resource_key }) => resource_key).join(" "))
          assert.deepStrictEqual(yield* claim(topic, number), [])
          yield* complete(number, claimed.map(succeeded))
        }
        assert.deepStrictEqual(order, ["1 free theirs", "2", "3"])
      }))

    it.effect("blocks an ordering key while its first job is paused or deferred", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { jobs } = yield* submit(organization, [{ topic, ordering_key: "l", name: "1" }, {
          topic,
          ordering_key: "l",
          name: "2"
        }])
        const number = yield* worker
        const now = yield* Instant.now
        yield* transaction.atomically(store.pause({ job_id: jobs[0]!.job_id }, now))
        assert.deepStrictEqual(yield* claim(topic, number), [])
        yield* transaction.atomically(store.resume({ job_id: jobs[0]!.job_id }, () => defaultCapacity))
        yield* release(topic)
        const [first] = yield* claim(topic, number)
        yield* complete(number, [{
          job: first!,
          status: "blocked",
          not_before: DateTime.add(now, { minutes: 1 }),
          error: { ...refusal, error_class: "TimeoutError" }
        }])
        yield* release(topic)
        assert.deepStrictEqual(yield* claim(topic, number), [])
        assert.deepInclude(yield* jobNow(organization, jobs[0]!.job_id), {
          status: "blocked",
          attempts: 1,
          error_class: "TimeoutError"
        })
        const { canceled, updates } = yield* transaction.atomically(store.cancel({ job_id: jobs[0]!.job_id }, now))
        assert.strictEqual(canceled, 1)
        yield* applyUpdates(updates)
        yield* release(topic)
        assert.deepStrictEqual((yield* claim(topic, number)).map(({ resource_key }) => resource_key), ["2"])
      }))

    it.effect("starts a job at its time and not before", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const now = yield* Instant.now
        const not_before = DateTime.add(now, { hours: 1 })
        const { batch_id } = yield* submit(organization, [{ topic, not_before }])
        const number = yield* worker
        const isDue = Effect.gen(function*() {
          yield* transaction.atomically(store.due(yield* Instant.now, 100))
          yield* release(topic)
          return (yield* claim(topic, number)).length
        })
        yield* TestClock.adjust("59 minutes")
        assert.strictEqual(yield* isDue, 0)
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), ["blocked"])
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* isDue, 1)
      }))

    it.effect("queues jobs up to the capacity of the topic, and more when some have ended", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(organization, Array.from({ length: 5 }, () => ({ topic, capacity: 2 })))
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), [
          "queued",
          "queued",
          "blocked",
          "blocked",
          "blocked"
        ])
        assert.strictEqual(yield* release(topic, 2), 0)
        const number = yield* worker
        const claimed = yield* claim(topic, number)
        assert.strictEqual(yield* release(topic, 2), 0)
        yield* complete(number, [succeeded(claimed[0]!)])
        assert.strictEqual(yield* release(topic, 2), 1)
        assert.strictEqual((yield* claim(topic, number)).length, 1)
      }))

    it.effect("queues waiting jobs of the whole installation in their turn", () =>
      Effect.gen(function*() {
        const topic = freshTopic()
        const organization = yield* newOrganizationId
        yield* enqueue({ topic, capacity: 0 })
        yield* enqueue({ topic, capacity: 0 }, organization)
        yield* submit(organization, [{ topic, capacity: 0 }])
        const number = yield* worker
        assert.deepStrictEqual(yield* claim(topic, number), [])
        const turns = [yield* release(topic, 1), yield* release(topic, 2), yield* release(topic, 3)]
        assert.deepStrictEqual(turns, [1, 1, 1])
        assert.strictEqual((yield* claim(topic, number)).length, 3)
      }))

    it.effect("lets the calling worker claim released jobs in fair shares, and queues the rest", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const topic = freshTopic()
        const [one, two] = [yield* newOrganizationId, yield* newOrganizationId]
        const many = (batch: string) =>
          Array.from({ length: 5 }, (_, n) => ({ topic, capacity: 0, name: `${batch}${n}`, ordering_key: `${n}` }))
        const first = yield* submit(one, many("a"))
        yield* submit(two, many("b"))
        const number = yield* worker
        const { claimed, queued } = yield* transaction.atomically(
          store.claimReleased(topic, 6, number, 4, yield* Instant.now)
        )
        assert.sameMembers(claimed.map(({ resource_key }) => resource_key), ["a0", "a1", "b0", "b1"])
        assert.strictEqual(queued, 2)
        assert.deepStrictEqual(yield* statusesOf(one, first.batch_id), [
          "running",
          "running",
          "queued",
          "blocked",
          "blocked"
        ])
        assert.strictEqual((yield* complete(number, claimed.map(succeeded))).completed, 4)
        assert.sameMembers((yield* claim(topic, number)).map(({ resource_key }) => resource_key), ["a2", "b2"])
      }))

    it.effect("divides capacity between organizations, and serves an organization's small batches first", () =>
      Effect.gen(function*() {
        const topic = freshTopic()
        const [big, small] = [yield* newOrganizationId, yield* newOrganizationId]
        const many = (batch: string, count: number) =>
          Array.from({ length: count }, (_, n) => ({ topic, capacity: 0, name: `${batch}${n}` }))
        yield* submit(big, many("big", 40))
        yield* submit(big, many("less", 3))
        yield* submit(small, many("small", 4))
        assert.strictEqual(yield* release(topic, 8), 8)
        const number = yield* worker
        const names = (yield* claim(topic, number)).map(({ resource_key }) => resource_key)
        assert.sameMembers(names, ["less0", "less1", "less2", "big0", "small0", "small1", "small2", "small3"])
      }))

    it.effect("does not let jobs that wait for ordering keys occupy a topic", () =>
      Effect.gen(function*() {
        const topic = freshTopic()
        const [busy, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const long = Array.from(
          { length: 20 },
          (_, n) => ({ topic, capacity: 4, ordering_key: `l${n % 4}`, name: "long" })
        )
        yield* submit(busy, long)
        yield* submit(other, [{ topic, capacity: 4, name: "other" }])
        assert.include(yield* served(topic, 4, 9), "other")
        assert.lengthOf(yield* served(topic, 4, 50), 12)
      }))

    it.effect("does not let ever new batches of one organization occupy a topic", () =>
      Effect.gen(function*() {
        const topic = freshTopic()
        const [patient, eager] = [yield* newOrganizationId, yield* newOrganizationId]
        yield* submit(patient, Array.from({ length: 10 }, () => ({ topic, capacity: 2, name: "patient" })))
        const names: Array<string | null> = []
        for (let turn = 0; turn < 12; turn++) {
          yield* submit(eager, [{ topic, capacity: 2, name: "eager" }])
          names.push(...(yield* served(topic, 2, 1)))
        }
        assert.isAtLeast(names.filter((job) => job === "patient").length, 6)
      }))

    it.effect("skips batches that were paused while they waited", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        for (let n = 0; n < 20; n++) {
          const { batch_id } = yield* submit(organization, [{ topic, capacity: 0 }])
          const { batch_no } = yield* batchNow(organization, batch_id)
          yield* transaction.atomically(store.pause({ batch_no }, yield* Instant.now))
        }
        yield* submit(organization, [{ topic, capacity: 0 }])
        assert.strictEqual(yield* release(topic, 1), 1)
      }))

    it.effect("requeues jobs of lost workers, and ends those that were lost too often", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(organization, [{ topic, name: "a" }, { topic, name: "b", max_attempts: 1 }])
        const [lost, heir] = [yield* worker, yield* worker]
        const claimed = yield* claim(topic, lost)
        const takeOver = Effect.gen(function*() {
          const now = yield* Instant.now
          const silentSince = DateTime.subtract(now, { seconds: 30 })
          const taken = yield* transaction.atomically(
            store.takeOver([topic], silentSince, now, { ...refusal, error_class: "InternalError" })
          )
          yield* applyUpdates(taken.updates)
          return [taken.jobs, taken.ended]
        })
        yield* TestClock.adjust("20 seconds")
        assert.isTrue(yield* store.beat(heir, yield* Instant.now))
        assert.deepStrictEqual(yield* takeOver, [0, []])
        yield* TestClock.adjust("20 seconds")
        assert.deepStrictEqual(yield* takeOver, [2, ["sample"]])
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), ["queued", "dead_letter"])
        assert.isFalse(yield* store.beat(lost, yield* Instant.now))
        const [again] = yield* claim(topic, heir)
        assert.strictEqual(again?.attempt, 2)
        assert.strictEqual((yield* complete(lost, claimed.map(succeeded))).completed, 0)
        assert.strictEqual((yield* complete(heir, [succeeded(again!)])).completed, 1)
        assert.strictEqual((yield* batchNow(organization, batch_id)).summary.status, "complete")
      }))

    it.effect("requeues jobs of workers of ended processes at once", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const processes = yield* ProcessStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(organization, [{ topic, name: "a" }])
        const now = yield* Instant.now
        const process_id = yield* newProcessId
        yield* processes.insert({ process_id, started_on: now, seen_on: now })
        const lost = yield* workerOf(process_id)
        yield* claim(topic, lost)
        const silentSince = DateTime.subtract(now, { seconds: 30 })
        const takeOver = transaction.atomically(store.takeOver([topic], silentSince, now, refusal))
        assert.strictEqual((yield* takeOver).jobs, 0)
        yield* processes.remove(process_id)
        assert.strictEqual((yield* takeOver).jobs, 1)
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), ["queued"])
        assert.isFalse(yield* store.beat(lost, now))
      }))

    it.effect("requeues jobs that a worker claimed after it was considered lost", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const transaction = yield* Transaction
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(organization, [{ topic, name: "a" }, { topic, name: "b" }])
        const [slow, heir] = [yield* worker, yield* worker]
        const takeOver = Effect.gen(function*() {
          const now = yield* Instant.now
          yield* store.beat(heir, now)
          const silentSince = DateTime.subtract(now, { seconds: 30 })
          return (yield* transaction.atomically(store.takeOver([topic], silentSince, now, refusal))).jobs
        })
        yield* claim(topic, slow, 1)
        yield* TestClock.adjust("40 seconds")
        assert.strictEqual(yield* takeOver, 1)
        yield* claim(topic, slow, 1)
        assert.deepStrictEqual(yield* statusesOf(organization, batch_id), ["queued", "running"])
        assert.strictEqual(yield* takeOver, 1)
        assert.strictEqual((yield* claim(topic, heir)).length, 2)
        assert.strictEqual(yield* takeOver, 0)
      }))

    it.effect("requeues jobs that a worker has not begun, without counting an attempt", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { jobs } = yield* submit(organization, [{ topic }])
        const number = yield* worker
        const [claimed] = yield* claim(topic, number)
        yield* complete(number, [{ job: claimed!, status: "queued", begun: false }])
        assert.deepInclude(yield* jobNow(organization, jobs[0]!.job_id), { status: "queued", attempts: 0 })
        assert.strictEqual((yield* claim(topic, number)).length, 1)
      }))
  })

/** Names of the objects of up to `atMost` jobs, which are carried out one after another. */
const served = Effect.fnUntraced(function*(topic: string, capacity: number, atMost: number) {
  const number = yield* worker
  const names: Array<string | null> = []
  while (names.length < atMost) {
    const first = yield* claim(topic, number, 1)
    const claimed = first.length > 0 || (yield* release(topic, capacity)) === 0 ? first : yield* claim(topic, number, 1)
    if (claimed.length === 0) return names
    names.push(...claimed.map(({ resource_key }) => resource_key))
    yield* complete(number, claimed.map(succeeded))
  }
  return names
})
