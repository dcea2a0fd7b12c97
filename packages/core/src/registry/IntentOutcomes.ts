import { Effect } from "effect"
import { Instant, type Transaction } from "../shared/index.ts"
import { countEscalation } from "./escalationMetrics.ts"
import type { Intent, IntentHandler, Sent } from "./IntentHandler.ts"
import type { IntentTimes } from "./intentTimes.ts"
import type { RegistryRefusal, RegistryTemporary } from "./RegistryError.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
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

  /** Leaves the decision to an operator. The intent keeps its money, and is looked up again in the meantime. */
  const escalate = Effect.fnUntraced(function*<P, A>(
    handler: IntentHandler<P, A>,
    intent: Intent<P>,
    shown: string
  ): Effect.fn.Return<Outcome<never>> {
    const isNew = yield* transaction.atomically(Effect.gen(function*() {
      const first = yield* store.escalate(intent.intent_id, shown, yield* Instant.now)
      if (first && handler.escalated !== undefined) yield* handler.escalated(intent)
      return first
    }))
    if (isNew) yield* countEscalation(intent.registry, intent.kind)
    yield* logEscalation(intent, shown)
    return yield* postpone(intent)
  })

  /** The registry refuses a command as if it had been carried out, and does not show it. */
  const contradicted = <P, A>(handler: IntentHandler<P, A>, intent: Intent<P>, words: string) =>
    escalate(handler, intent, `${intent.object_name} is not shown, but may exist: ${words}`)

  return { storeSent, giveUp, postpone, escalate, contradicted }
}

const logEscalation = (
  { intent_id, kind, object_name, registry }: Pick<RegistryIntent, "intent_id" | "kind" | "object_name" | "registry">,
  shown: string
) =>
  Effect.logError(
    `${intent_id} (${kind} of ${object_name} at ${registry}) waits for an operator; see namewright registry intents list: ${shown}`
  )
