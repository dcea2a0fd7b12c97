import { DateTime, Duration, Effect, Layer, Option, Result, Schema } from "effect"
import { type Backoff, JobDeferred, JobFailure, JobKinds } from "../jobs/index.ts"
import { Instant, Timetable } from "../shared/index.ts"
import { MailId } from "./Mail.ts"
import { Mailer, MailSendFailed } from "./Mailer.ts"
import type { MailMessage } from "./MailMessage.ts"
import { mailKind, Mails } from "./Mails.ts"
import { MailSigning } from "./MailSigning.ts"
import { MailStore } from "./MailStore.ts"

/** Attempts of a mail; with the waits of `backoff` the last is about two days after the first. */
export const mailAttempts = 20

/** 1, 2, 4 minutes and so on, at most 4 hours. */
const backoff: Backoff = { initial_seconds: 60, multiplier: 2, max_seconds: 14_400 }

/** Time limit of one attempt. */
const timeLimit = Duration.seconds(60)

/** Pause of a mail in a process that sends none; another process may run its job then. */
const notSendingPause = Duration.minutes(10)

/** Retention of mails, during which a cause is known. */
const retention = Duration.days(90)

const removedPerRound = 1_000

/** Concurrent connections to the mail server from one process. */
const concurrency = 8

/** Longest stored failure in characters. */
const failureLength = 1_000

const readPayload = Schema.decodeUnknownEffect(Schema.Struct({ mail_id: MailId }))

/** Registers the jobs that send mails, and the scheduled removal of old mails. */
export const MailJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const mailer = yield* Mailer
  const mails = yield* Mails
  const outgoing = yield* MailSigning
  const store = yield* MailStore
  const timetable = yield* Timetable

  const passed = (message: MailMessage) =>
    mailer.send(message).pipe(
      Effect.timeoutOrElse({
        duration: timeLimit,
        orElse: () =>
          Effect.fail(
            new MailSendFailed({ permanent: false, message: "The mail server did not respond within 60 seconds" })
          )
      }),
      Effect.result
    )

  const send = Effect.fn("MailJobs.send")(function*(id: MailId, isLast: boolean) {
    if (!mailer.sends) return yield* new JobDeferred({ pause: notSendingPause })
    const found = yield* mails.find(id)
    if (Option.isNone(found) || found.value.mail.status === "sent") return
    const { message: content } = found.value
    const result = yield* passed({ ...content, ...(yield* outgoing(content.from)) })
    if (Result.isSuccess(result)) {
      return yield* store.recordAttempt(id, { status: "sent", error_message: null, sent_on: yield* Instant.now })
    }
    const { permanent } = result.failure
    const message = storable(result.failure.message)
    const status = permanent || isLast ? "failed" : "pending"
    yield* store.recordAttempt(id, { status, error_message: message, sent_on: null })
    return yield* new JobFailure({ error_class: permanent ? "ValidationError" : "DomainsClientError", message })
  })

  yield* kinds.registerTopic({ topic: "mail", concurrency })
  yield* kinds.registerKind({
    kind: mailKind,
    topic: "mail",
    maxAttempts: mailAttempts,
    backoff,
    run: Effect.fnUntraced(function*({ attempt, payload }) {
      const { mail_id } = yield* Effect.orDie(readPayload(payload))
      yield* send(mail_id, attempt >= mailAttempts)
      return null
    })
  })

  yield* timetable.add({
    name: "mail.retention",
    every: "1 hour",
    run: Effect.gen(function*() {
      const before = DateTime.subtractDuration(yield* Instant.now, retention)
      return (yield* store.removeBefore(before, removedPerRound)) === removedPerRound
    })
  })
}))

/** PostgreSQL cannot store a zero byte in text. */
const storable = (message: string): string => message.replaceAll("\0", "\ufffd").slice(0, failureLength)
