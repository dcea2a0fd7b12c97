import { Effect, Layer, Schema } from "effect"
import { JobKinds } from "../../jobs/index.ts"
import { RemainingReview, remainingReviewKind, ZoneOwnership } from "./ZoneOwnership.ts"

const decode = Schema.decodeUnknownEffect(RemainingReview)

/** Jobs that review the zones of a large tree page by page, after the transaction that changed the right to the name. */
export const RemainingReviews = Layer.effectDiscard(Effect.gen(function*() {
  const { reviewRemaining } = yield* ZoneOwnership
  const kinds = yield* JobKinds

  yield* kinds.registerKind({
    kind: remainingReviewKind,
    topic: "dns",
    run: ({ payload }) => Effect.orDie(decode(payload)).pipe(Effect.flatMap(reviewRemaining), Effect.as(null))
  })
}))
