import { assert, layer } from "@effect/vitest"
import { JobStore, newBatchId, newJobId } from "@namewright/core/jobs"
import type { ProcessStore } from "@namewright/core/processes"
import { newOrganizationId, type Transaction } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { batchNow, claim, complete, failed, freshTopic, jobsOf, submit, worker } from "./JobSamples.ts"

/** Contract of the store of jobs: lists and details. */
export const jobStoreContract = <E>(name: string, storage: Layer.Layer<JobStore | ProcessStore | Transaction, E>) =>
  layer(storage)(`JobStore (${name})`, (it) => {
    it.effect("returns a job and its batch as stored", () =>
      Effect.gen(function*() {
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id, jobs } = yield* submit(organization, [{
          topic,
          name: "müller.example",
          idempotency_key: "k:1"
        }])
        const [job] = yield* jobsOf(organization, batch_id)
        assert.deepInclude(job, {
          job_id: jobs[0]!.job_id,
          correlation_id: batch_id,
          status: "queued",
          command: "sample_bulk",
          operation: "create",
          resource_key: "müller.example",
          domain_name: "müller.example",
          display: "Sample 'müller.example'",
          payload: { type: "sample", name: "müller.example" },
          idempotency_key: "k:1",
          attempts: 0,
          max_attempts: 5,
          error_class: null,
          result: null,
          started_at: null
        })
        const { summary } = yield* batchNow(organization, batch_id)
        assert.deepInclude(summary, { batch_id, status: "pending", total_jobs: 1, started_at: null })
        assert.strictEqual(summary.job_counts.queued, 1)
      }))

    it.effect("hides batches and jobs of other organizations", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const organization = yield* newOrganizationId
        const stranger = yield* newOrganizationId
        const { batch_id, jobs } = yield* submit(organization, [{ topic: freshTopic() }])
        assert.isTrue(Option.isNone(yield* store.findBatch(stranger, batch_id)))
        assert.isTrue(Option.isNone(yield* store.findJob(stranger, jobs[0]!.job_id)))
        assert.deepStrictEqual(yield* store.ownerOfBatch(batch_id), Option.some(organization))
        assert.deepStrictEqual(yield* store.ownerOfJob(jobs[0]!.job_id), Option.some(organization))
        assert.deepStrictEqual(yield* store.ownerOfBatch(yield* newBatchId), Option.none())
        assert.deepStrictEqual(yield* store.ownerOfJob(yield* newJobId), Option.none())
        const page = yield* store.listBatches(stranger, {}, { by: "created_on", order: "desc" }, {
          page: 1,
          page_size: 10
        })
        assert.strictEqual(page.total, 0)
      }))

    it.effect("lists jobs by state and in pages, in the order of submission", () =>
      Effect.gen(function*() {
        const store = yield* JobStore
        const organization = yield* newOrganizationId
        const topic = freshTopic()
        const { batch_id } = yield* submit(
          organization,
          Array.from({ length: 7 }, (_, n) => ({ topic, name: String(n) }))
        )
        const number = yield* worker
        yield* complete(number, (yield* claim(topic, number, 3)).map(failed))
        const { batch_no } = yield* batchNow(organization, batch_id)
        const list = (status: ReadonlyArray<"failed" | "queued">, order: "asc" | "desc", page: number) =>
          Effect.map(
            store.listJobs(batch_no, { status }, { by: "created_on", order }, { page, page_size: 4 }),
            ({ items, total }) => [total, items.map(({ resource_key }) => resource_key).join("")]
          )
        assert.deepStrictEqual(yield* list([], "asc", 1), [7, "0123"])
        assert.deepStrictEqual(yield* list([], "desc", 2), [7, "210"])
        assert.deepStrictEqual(yield* list(["failed"], "asc", 1), [3, "012"])
        assert.deepStrictEqual(yield* list(["queued", "failed"], "asc", 2), [7, "456"])
        const byEnd = yield* store.listJobs(batch_no, {}, { by: "finished_at", order: "desc" }, {
          page: 1,
          page_size: 3
        })
        assert.deepStrictEqual(byEnd.items.map(({ status }) => status), ["failed", "failed", "failed"])
      }))
  })
