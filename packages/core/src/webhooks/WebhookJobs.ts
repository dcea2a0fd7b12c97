import { DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { JobDeferred, JobKinds, unlimitedAttempts } from "../jobs/index.ts"
import { Instant, Timetable } from "../shared/index.ts"
import { WebhookAttempts } from "./WebhookAttempts.ts"
import { WebhookDeliveryId } from "./WebhookDelivery.ts"
import { WebhookDeliveryStore } from "./WebhookDeliveryStore.ts"
import { deliverKind } from "./WebhookQueue.ts"

/** Retention of the log of deliveries. */
const retention = Duration.days(30)

const removedPerRound = 1_000

const readPayload = Schema.decodeUnknownEffect(Schema.Struct({ webhook_delivery_id: WebhookDeliveryId }))

/** Registers the jobs that send deliveries, and the scheduled removal of old deliveries. */
export const WebhookJobs = Layer.effectDiscard(Effect.gen(function*() {
  const kinds = yield* JobKinds
  const attempts = yield* WebhookAttempts
  const deliveries = yield* WebhookDeliveryStore
  const timetable = yield* Timetable

  // An attempt mostly waits for the receiver.
  yield* kinds.registerTopic({ topic: "webhooks", capacity: 512, concurrency: 64 })
  yield* kinds.registerKind({
    kind: deliverKind,
    topic: "webhooks",
    // The delivery counts failed attempts; a failure of the platform must not leave it pending forever.
    maxAttempts: unlimitedAttempts,
    run: Effect.fnUntraced(function*({ payload }) {
      const { webhook_delivery_id } = yield* Effect.orDie(readPayload(payload))
      const pause = yield* attempts.attempt(webhook_delivery_id)
      return Option.isNone(pause) ? null : yield* new JobDeferred({ pause: pause.value })
    })
  })

  yield* timetable.add({
    name: "webhooks.retention",
    every: "1 hour",
    run: Effect.gen(function*() {
      const before = DateTime.subtractDuration(yield* Instant.now, retention)
      return (yield* deliveries.removeBefore(before, removedPerRound)) === removedPerRound
    })
  })
}))
