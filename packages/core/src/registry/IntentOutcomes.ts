import { Effect } from "effect"
import type { Transaction } from "../shared/index.ts"
import type { Intent, IntentHandler, Sent } from "./IntentHandler.ts"
import type { IntentTimes } from "./intentTimes.ts"
import type { RegistryRefusal, RegistryTemporary } from "./RegistryError.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

/** What became of an intent as far as this call could find out. */
export type Outcome<A> =
  | Sent<A>
  | { readonly _tag: "Refused"; readonly refusal: RegistryRefusal }
  /** Not carried out, and given up. */
  | { readonly _tag: "Unavailable"; readonly temporary: RegistryTemporary }
  /** Sent without an answer, or settled by somebody else: recovery finds out. */
  | { readonly _tag: "Unknown" }

/** Stores outcomes of intents, each once. */
export const makeIntentOutcomes = (
  store: RegistryIntentStore["Service"],
  transaction: Transaction["Service"],
  { nextLook }: IntentTimes
) => {
  /** Whoever removes the row stores the outcome; everybody else has come too late. */
  const finish = <P>(intent: Intent<P>, outcome: Effect.Effect<void>) =>
    transaction.atomically(Effect.gen(function*() {
      if (yield* store.remove(intent.intent_id)) yield* outcome
    }))

  const storeSent = Effect.fnUntraced(function*<P, A>(
    handler: IntentHandler<P, A>,
    intent: Intent<P>,
    sent: Sent<A>
  ) {
    if (sent._tag === "Done") return yield* finish(intent, handler.complete(intent, sent.result))
    const runAfter = yield* nextLook(intent)
    yield* transaction.atomically(Effect.gen(function*() {
      const isOpen = yield* store.accept(intent.intent_id, runAfter)
      if (isOpen && intent.state === "prepared") yield* handler.accepted(intent)
    }))
  })

  /** Whoever has sent it last decides; what an earlier sending came to says nothing of that. */
  const giveUp = Effect.fnUntraced(function*<P, A>(
    handler: IntentHandler<P, A>,
    intent: Intent<P>,
    reason: RegistryRefusal | RegistryTemporary
  ): Effect.fn.Return<Outcome<A>> {
    const isGivenUp = yield* transaction.atomically(Effect.gen(function*() {
      const removed = yield* store.remove(intent.intent_id, intent.command_id)
      if (removed) yield* handler.refused(intent, reason)
      return removed
    }))
    if (!isGivenUp) return { _tag: "Unknown" }
    return reason._tag === "RegistryRefusal"
      ? { _tag: "Refused", refusal: reason }
      : { _tag: "Unavailable", temporary: reason }
  })

  /** The registry could not be asked or did not answer: somebody tries again later. */
  const postpone = Effect.fnUntraced(function*<P>(intent: Intent<P>): Effect.fn.Return<Outcome<never>> {
    yield* store.postpone(intent.intent_id, yield* nextLook(intent))
    return { _tag: "Unknown" }
  })

  return { storeSent, giveUp, postpone }
}
