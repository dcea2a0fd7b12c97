import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { EventLog } from "../events/index.ts"
import { JobDeferred, JobKinds, JobQueue, unlimitedAttempts } from "../jobs/index.ts"
import { Instant, Timetable, Transaction } from "../shared/index.ts"
import { type Certificate, CertificateId } from "./Certificate.ts"
import { CertificateIssuance } from "./CertificateIssuance.ts"
import { CertificateStore } from "./CertificateStore.ts"
import { issueJob, issueKind, jobLease } from "./issueJob.ts"
import { showOverdue } from "./orderMetrics.ts"
import { postponed } from "./OrderState.ts"
import { overdue } from "./renewalTimes.ts"

const topic = "certificates"

/** Concurrent orders of one process; each waits for its authority most of the time. */
const concurrency = 8

/** Time for which issues are kept: limits of authorities have shorter periods. */
const issueRetention = Duration.days(31)

/** Certificates of one scheduled round. */
const perRound = 500

const readPayload = Schema.decodeUnknownEffect(Schema.Struct({ certificate_id: CertificateId }))

/** Registers the jobs on certificates, their schedule, and the reports of certificates that were not renewed or issued. */
export const CertificateJobs = Layer.effectDiscard(Effect.gen(function*() {
  const events = yield* EventLog
  const issuance = yield* CertificateIssuance
  const kinds = yield* JobKinds
  const queue = yield* JobQueue
  const store = yield* CertificateStore
  const timetable = yield* Timetable
  const transaction = yield* Transaction

  yield* kinds.registerTopic({ topic, concurrency })
  yield* kinds.registerKind({
    kind: issueKind,
    topic,
    // Failures are stored with the certificate. Only a defect ends an attempt of the job.
    maxAttempts: unlimitedAttempts,
    run: Effect.fnUntraced(function*({ payload }) {
      const { certificate_id } = yield* Effect.orDie(readPayload(payload))
      const pause = yield* issuance.run(certificate_id)
      return Option.isSome(pause) ? yield* new JobDeferred({ pause: pause.value }) : null
    })
  })

  yield* timetable.add({
    name: "certificates.due",
    every: "1 minute",
    run: transaction.atomically(Effect.gen(function*() {
      const now = yield* Instant.now
      const found = yield* store.claimDue(now, perRound)
      const next = DateTime.addDuration(now, jobLease)
      yield* Effect.forEach(found, (certificate) => store.save(postponed(certificate, next, now)), { discard: true })
      yield* queue.enqueueAll(found.map(({ certificate_id }) => issueJob(certificate_id)))
      return found.length === perRound
    }))
  })

  const report = Effect.fnUntraced(function*(certificate: Certificate, now: Instant.Instant) {
    const { certificate_id, created_on, error_message, expires_on, names, organization_id } = certificate
    const state = expires_on === null
      ? `was requested on ${Instant.format(created_on)} and was not issued`
      : `expires on ${Instant.format(expires_on)} and was not renewed`
    const message = `The certificate for ${names.join(", ")} ${state}: ${error_message ?? "no attempt has ended"}`
    yield* store.save({ ...certificate, warned_on: now })
    if (organization_id === null) return yield* Effect.logWarning(message)
    yield* events.record({
      organization_id,
      object_type: "UNKNOWN",
      object_id: certificate_id,
      object_name: names[0] ?? null,
      type: null,
      subtype: "NOTIFICATION",
      event_data: { message }
    })
  })

  yield* timetable.add({
    name: "certificates.overdue",
    every: "1 hour",
    run: Effect.gen(function*() {
      const now = yield* Instant.now
      const bounds = {
        expires_by: DateTime.addDuration(now, overdue.expiry),
        renewed_by: DateTime.subtractDuration(now, overdue.delay),
        requested_by: DateTime.subtractDuration(now, overdue.issue)
      }
      const reported = yield* transaction.atomically(Effect.gen(function*() {
        const found = yield* store.claimOverdue(bounds, perRound)
        yield* Effect.forEach(found, (certificate) => report(certificate, now), { discard: true })
        return found.length
      }))
      yield* store.removeIssues(DateTime.subtractDuration(now, issueRetention))
      yield* showOverdue(yield* store.countOverdue(bounds))
      return reported === perRound
    })
  })
}))
