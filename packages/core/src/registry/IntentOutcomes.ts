import { Effect, Option, Schema } from "effect"
import { Instant, PrincipalOfWork, type Transaction } from "../shared/index.ts"
import { accepted, done, type Intent, type IntentHandler, type Sent } from "./IntentHandler.ts"
import { countEscalation } from "./intentMetrics.ts"
import type { IntentTimes } from "./intentTimes.ts"
import type { RegistryRefusal, RegistryTemporary } from "./RegistryError.ts"
import type { RegistryIntent } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

/** Outcome of an intent as far as one call knows it. */
export type Outcome<R> =
  | Sent<R>
  | { readonly _tag: "Refused"; readonly refusal: RegistryRefusal }
  /** Not carried out, and given up. */
  | { readonly _tag: "Unavailable"; readonly temporary: RegistryTemporary }
  /**
   * Sent without an answer, not shown yet (a look-up is conclusive from `conclusiveFrom` on), or taken over. Recovery looks the
   * outcome up.
   */
  | { readonly _tag: "Unknown"; readonly conclusiveFrom?: Instant.Instant }

/**
 * Stores outcomes of intents. Only the process with the newest lease stores one, once; writes under earlier leases
 * fail.
 */
export const makeIntentOutcomes = (
  store: RegistryIntentStore["Service"],
  transaction: Transaction["Service"],
  { backOff, conclusiveFrom }: IntentTimes
) => {
  /** A transaction whose events name the principal that ordered the command. */
  const recorded = <A>({ ordered_by }: Pick<RegistryIntent, "ordered_by">, work: Effect.Effect<A>): Effect.Effect<A> =>
    transaction.atomically(Effect.provideService(work, PrincipalOfWork, Option.some(ordered_by)))

  const storeSent = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    sent: Sent<A, P>
  ): Effect.fn.Return<Outcome<R>> {
    const { attempts, intent_id, lease, state } = intent
    const conclusive_from = yield* conclusiveFrom(intent)
    const wait = yield* backOff({ attempts, conclusive_from })
    return yield* recorded(
      intent,
      Effect.gen(function*(): Effect.fn.Return<Outcome<R>> {
        if (sent._tag === "Done") {
          return (yield* store.remove(intent_id, lease)) ? done(yield* handler.complete(intent, sent.result)) : unknown
        }
        const payload = sent.payload === undefined
          ? undefined
          : yield* Effect.orDie(Schema.encodeEffect(handler.payload)(sent.payload))
        const isOpen = yield* store.accept(intent_id, lease, wait, payload)
        if (isOpen && state === "prepared") yield* handler.accepted(intent)
        return isOpen ? accepted : unknown
      })
    )
  })

  const giveUp = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    reason: RegistryRefusal | RegistryTemporary
  ): Effect.fn.Return<Outcome<R>> {
    const isGivenUp = yield* recorded(
      intent,
      Effect.gen(function*() {
        const removed = yield* store.remove(intent.intent_id, intent.lease)
        if (removed) yield* handler.refused(intent, reason)
        return removed
      })
    )
    if (!isGivenUp) return { _tag: "Unknown" }
    return reason._tag === "RegistryRefusal"
      ? { _tag: "Refused", refusal: reason }
      : { _tag: "Unavailable", temporary: reason }
  })

  /** Schedules another attempt. The registry could not be asked, or did not answer. */
  const postpone = Effect.fnUntraced(function*<P>(intent: Intent<P>): Effect.fn.Return<Outcome<never>> {
    yield* store.postpone(intent.intent_id, intent.lease, yield* backOff(intent))
    return unknown
  })

  /** Leaves a command to recovery that was not sent because the lease of its intent may have ended. */
  const leaveUnsent = Effect.fnUntraced(function*<P>(intent: Intent<P>): Effect.fn.Return<Outcome<never>> {
    const { conclusive_from, intent_id, lease } = intent
    yield* store.postpone(intent_id, lease, { due_on: conclusive_from, conclusive_from })
    return unknown
  })

  /** Schedules the next look-up for the time from which it is conclusive. */
  const waitUntilConclusive = Effect.fnUntraced(function*<P>(intent: Intent<P>): Effect.fn.Return<Outcome<never>> {
    const { conclusive_from, intent_id, lease } = intent
    yield* store.postpone(intent_id, lease, { due_on: conclusive_from, conclusive_from })
    return { _tag: "Unknown", conclusiveFrom: conclusive_from }
  })

  /**
   * Leaves the decision to an operator. The money of the intent stays reserved, and recovery continues to look the
   * outcome up.
   */
  const escalate = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    shown: string
  ): Effect.fn.Return<Outcome<never>> {
    const isNew = yield* recorded(
      intent,
      Effect.gen(function*() {
        const first = yield* store.escalate(intent.intent_id, intent.lease, shown, yield* Instant.now)
        if (first && handler.escalated !== undefined) yield* handler.escalated(intent)
        return first
      })
    )
    if (isNew) yield* countEscalation(intent.registry, intent.kind)
    yield* logEscalation(intent, shown)
    return yield* postpone(intent)
  })

  /** Escalates an intent whose command the registry refuses as already carried out, but does not show. */
  const contradicted = <P, A, R>(handler: IntentHandler<P, A, R>, intent: Intent<P>, words: string) =>
    escalate(handler, intent, `${intent.object_name} is not shown, but may exist: ${words}`)

  return { storeSent, giveUp, postpone, leaveUnsent, waitUntilConclusive, escalate, contradicted }
}

const unknown: Outcome<never> = { _tag: "Unknown" }

const logEscalation = (
  { intent_id, kind, object_name, registry }: Pick<RegistryIntent, "intent_id" | "kind" | "object_name" | "registry">,
  shown: string
) =>
  Effect.logError(
    `${intent_id} (${kind} of ${object_name} at ${registry}) waits for an operator; see namewright registry intents list: ${shown}`
  )
