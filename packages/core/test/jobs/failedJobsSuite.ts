import { assert, layer } from "@effect/vitest"
import { type Change, Changes, type JobChangeKind } from "@namewright/core/changes"
import type { Storage } from "@namewright/core/embed"
import { EventLog, EventStore } from "@namewright/core/events"
import { JobFailure, JobKinds, Jobs, JobStore, JobWorker } from "@namewright/core/jobs"
import { Processes } from "@namewright/core/processes"
import { Instant } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import { caller, greet, greetBulk, jobsOn } from "./JobsPlatform.ts"

/** Each job fails as its name says; others succeed. */
const registered = Effect.gen(function*() {
  const kinds = yield* JobKinds
  yield* kinds.registerCommand(greetBulk)
  yield* kinds.registerKind({
    kind: "greet",
    topic: "greetings",
    maxAttempts: 1,
    run: ({ resource_key }) => {
      if (resource_key.startsWith("refused")) {
        return Effect.fail(
          new JobFailure({ error_class: "DomainUnavailable", message: "Taken", error_code: "ERROR_X" })
        )
      }
      return resource_key.startsWith("away")
        ? Effect.fail(new JobFailure({ error_class: "TimeoutError", message: "No answer" }))
        : Effect.succeed(null)
    }
  })
})

const work = Effect.flatMap(JobWorker, (worker) => worker.drain(Duration.hours(1)))

type JobChange = Change<JobChangeKind>

const isJobChange = (change: Change): change is JobChange => change.kind.startsWith("job.")

/** All changes of an organization; each has to be one of a job. */
const changesOf = Effect.fnUntraced(function*(organization_id: string) {
  const { read } = yield* Changes
  const found: Array<Change> = []
  for (let after = 0;;) {
    const { changes, next } = yield* read({ after, limit: 1000 })
    found.push(...changes)
    if (next === after) {
      const own = found.filter((change) => change.organization_id === organization_id)
      const ofJobs = own.filter(isJobChange)
      assert.lengthOf(ofJobs, own.length)
      return ofJobs
    }
    after = next
  }
})

/** Number of jobs that metrics count as ended without a result. */
const deadLetters = Effect.map(Metric.snapshot, (metrics) =>
  metrics.reduce(
    (sum, { attributes, id, state }) =>
      id === "jobs_total" && attributes?.["status"] === "dead_letter" && "count" in state
        ? sum + Number(state.count)
        : sum,
    0
  ))

const everything = { page: 1, page_size: 100 }

export const failedJobsSuite = <E>(name: string, storage: Layer.Layer<Storage, E>) =>
  layer(
    Layer.effectDiscard(registered).pipe(
      Layer.provideMerge(Changes.layer.pipe(Layer.provideMerge(EventLog.layer))),
      Layer.provideMerge(jobsOn(storage)),
      Layer.provideMerge(storage)
    )
  )(`Failed jobs in the change feed (${name})`, (it) => {
    it.effect("are changes with the job, its command, its error and its submitter; REST does not list them", () =>
      Effect.gen(function*() {
        const { act, actor, organization_id } = yield* caller
        const jobs = yield* Jobs
        const { batch_id } = yield* act(jobs.submit(greet("refused", "good", "away")))
        yield* work
        const sort = { by: "created_on", order: "asc" } as const
        const { items } = yield* act(jobs.listJobs(batch_id, {}, sort, everything))
        const idOf = (key: string) => items.find(({ resource_key }) => resource_key === key)?.job_id ?? ""
        const changes = yield* changesOf(organization_id)
        const data = { actor: actor.principal, batch_id, command: "greet_bulk", event_id: "" }
        assert.sameDeepMembers(
          changes.map(({ data, kind, object }) => [kind, object, { ...data, event_id: "" }]),
          [
            ["job.failed", { type: "UNKNOWN", id: "refused", name: null }, {
              ...data,
              job_id: idOf("refused"),
              message: "Greet 'refused': Taken",
              error: { class: "DomainUnavailable", code: "ERROR_X", detail: "Taken" }
            }],
            ["job.dead_letter", { type: "UNKNOWN", id: "away", name: null }, {
              ...data,
              job_id: idOf("away"),
              message: "Greet 'away': No answer",
              error: { class: "TimeoutError", code: null, detail: "No answer" }
            }]
          ]
        )
        assert.isAbove(changes[1]?.position ?? 0, changes[0]?.position ?? 0)
        const events = yield* (yield* EventStore).list(organization_id, {}, sort, everything)
        assert.strictEqual(events.total, 0)
        const { read } = yield* Changes
        const dead = yield* read({ after: 0, kinds: ["job.dead_letter"] })
        assert.deepStrictEqual(
          dead.changes.filter((change) => change.organization_id === organization_id).map(({ kind }) => kind),
          ["job.dead_letter"]
        )
      }))

    it.effect("include jobs that lost their worker too often; a late outcome changes nothing", () =>
      Effect.gen(function*() {
        const { act, organization_id } = yield* caller
        const [jobs, store, processes] = [yield* Jobs, yield* JobStore, yield* Processes]
        yield* act(jobs.submit(greet("lost")))
        const worker = yield* store.addWorker(yield* Instant.now, yield* processes.current)
        const claimed = yield* store.claim("greetings", worker, 1, yield* Instant.now)
        assert.lengthOf(claimed, 1)
        yield* TestClock.adjust("1 minute")
        const before = yield* deadLetters
        yield* work
        assert.strictEqual((yield* deadLetters) - before, 1)
        const changes = yield* changesOf(organization_id)
        assert.deepStrictEqual(changes.map(({ data, kind }) => [kind, data.message]), [
          ["job.dead_letter", "Greet 'lost': The job's worker was lost too often"]
        ])
        const late = yield* store.complete(
          worker,
          claimed.map((job) => ({ job, status: "succeeded", result: null, payload: null })),
          DateTime.add(yield* Instant.now, { seconds: 1 })
        )
        assert.deepStrictEqual([late.completed, late.skipped], [0, claimed.map(({ job_id }) => job_id)])
        assert.lengthOf(yield* changesOf(organization_id), 1)
      }))

    it.effect("are recorded with the groups in which jobs end", () =>
      Effect.gen(function*() {
        const { act, organization_id } = yield* caller
        const jobs = yield* Jobs
        yield* act(jobs.submit(greet(...Array.from({ length: 900 }, (_, index) => `refused-${index}`))))
        yield* work
        const changes = yield* changesOf(organization_id)
        assert.lengthOf(changes, 900)
        assert.strictEqual(new Set(changes.map(({ position }) => position)).size, 900)
        assert.strictEqual(new Set(changes.map(({ object }) => object.id)).size, 900)
      }))
  })
