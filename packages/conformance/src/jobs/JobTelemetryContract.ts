import { assert, layer } from "@effect/vitest"
import { JobStore } from "@namewright/core/jobs"
import type { ProcessStore } from "@namewright/core/processes"
import { Instant, newOrganizationId, type Transaction } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"
import { batchNow, claim, complete, enqueue, freshTopic, release, submit, succeeded, worker } from "./JobSamples.ts"

/** Contract of the store of jobs: spans of submissions, and numbers of waiting jobs. */
export const jobTelemetryContract = <E>(
  name: string,
  storage: Layer.Layer<JobStore | ProcessStore | Transaction, E>
) =>
  layer(storage)(`Telemetry of jobs (${name})`, (it) => {
    it.effect("returns the span of a submission to the workers, and null without one", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        const traced = yield* submit(organization, [{ topic }], undefined, traceparent)
        const untraced = yield* submit(organization, [{ topic }])
        const numbers = [
          (yield* batchNow(organization, traced.batch_id)).batch_no,
          (yield* batchNow(organization, untraced.batch_id)).batch_no
        ]
        const begun = yield* store.begin(numbers, yield* Instant.now)
        assert.sameDeepMembers(begun.map((batch) => [batch.batch_id, batch.traceparent]), [
          [traced.batch_id, traceparent],
          [untraced.batch_id, null]
        ])
      }))

    it.effect("counts waiting jobs by topic and status, without those that run or have ended", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const organization = yield* newOrganizationId
        const [one, two] = [freshTopic(), freshTopic()]
        const before = yield* store.countWaiting
        assert.isUndefined(before.queued.get(one))
        yield* submit(organization, [
          ...Array.from({ length: 5 }, () => ({ topic: one, capacity: 3 })),
          { topic: two },
          { topic: two, ordering_key: "same" },
          { topic: two, ordering_key: "same" },
          { topic: two, paused: true }
        ])
        yield* enqueue({ topic: two })
        const submitted = yield* store.countWaiting
        assert.deepStrictEqual([submitted.queued.get(one), submitted.queued.get(two)], [3, 3])
        assert.deepStrictEqual([submitted.blocked - before.blocked, submitted.paused - before.paused], [3, 1])

        const number = yield* worker
        const claimed = yield* claim(one, number)
        const running = yield* store.countWaiting
        assert.isUndefined(running.queued.get(one))
        assert.strictEqual(running.blocked, submitted.blocked)
        yield* complete(number, claimed.map(succeeded))
        assert.strictEqual((yield* store.countWaiting).blocked, submitted.blocked)
        yield* release(one, 3)
        const released = yield* store.countWaiting
        assert.deepStrictEqual([released.queued.get(one), released.blocked], [2, submitted.blocked - 2])
      }))
  })
