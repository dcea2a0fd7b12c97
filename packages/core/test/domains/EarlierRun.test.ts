import { assert, layer } from "@effect/vitest"
import { idOfJob, JobDeferred, type RunningJob } from "@namewright/core/jobs"
import { newProcessId, type ProcessId } from "@namewright/core/processes"
import { newCommandId, newIntentId, RegistryIntentStore } from "@namewright/core/registry"
import { DomainId, Instant } from "@namewright/core/shared"
import { DateTime, Duration, Effect } from "effect"
import { onlyJob, run, running } from "../jobs/CommandBench.ts"
import { type Customer, customer, everyRole, onSqlite } from "./DomainsPlatform.ts"

/** An intent that an earlier run of the job has prepared. */
const prepared = Effect.fnUntraced(function*(
  { organization_id }: Customer,
  { job_id }: RunningJob,
  process_id: ProcessId | null,
  wait: Duration.Input
) {
  const now = yield* Instant.now
  const due_on = DateTime.addDuration(now, wait)
  const store = yield* RegistryIntentStore
  yield* store.insert({
    intent_id: yield* newIntentId,
    organization_id,
    ordered_by: { type: "system" },
    job_id,
    registry: "verisign",
    kind: "domain.create",
    object_id: idOfJob(job_id, "domain", (text) => DomainId.make(text)),
    object_name: "earlier.com",
    command_id: yield* newCommandId,
    payload: {},
    billing_transaction_ids: [],
    state: "prepared",
    attempts: 0,
    process_id,
    lease: 0,
    due_on,
    conclusive_from: due_on,
    created_on: now,
    escalated_on: null,
    escalation: null,
    ruling: null,
    found_pending: false,
    decision: null
  })
})

layer(onSqlite)("A job whose earlier run left an intent", (it) => {
  const pauses = [
    { title: "15 seconds while a process works on it", isLeased: true, wait: "6 minutes", pause: "15 seconds" },
    { title: "15 seconds while a round has claimed it", isLeased: false, wait: "2 minutes", pause: "15 seconds" },
    { title: "until recovery looks it up again", isLeased: false, wait: "6 minutes", pause: "375 seconds" }
  ] as const

  for (const { isLeased, pause, title, wait } of pauses) {
    it.effect(`waits ${title}`, () =>
      Effect.gen(function*() {
        const owner = yield* customer()
        const contacts = everyRole(owner.contact_id)
        const year = { unit: "y", value: 1 }
        const payload = { name: "earlier.com", contacts, period: year, renewal_mode: "renew" }
        const job = yield* owner.act(Effect.flatMap(onlyJob("domain_create", payload), (planned) => running(planned)))
        yield* prepared(owner, job, isLeased ? yield* newProcessId : null, wait)
        const deferred = yield* Effect.flip(owner.act(run(job)))
        if (!(deferred instanceof JobDeferred)) return assert.fail(deferred._tag)
        assert.strictEqual(Duration.toMillis(deferred.pause), Duration.toMillis(pause))
      }))
  }
})
