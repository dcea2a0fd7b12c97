import { Data, DateTime, Duration, Effect, Option } from "effect"
import { Instant } from "../shared/index.ts"
import { underLease } from "./CommandLease.ts"
import { accepted, done, type Intent, type IntentHandler, type LookUpResult, type Sent } from "./IntentHandler.ts"
import type { IntentLeases } from "./IntentLeases.ts"
import type { makeIntentOutcomes, Outcome } from "./IntentOutcomes.ts"
import { type IntentTimes, longestReview } from "./intentTimes.ts"
import type { Registry } from "./Registry.ts"
import { newCommandId } from "./RegistryCommand.ts"
import { RegistryRefusal, RegistryTemporary } from "./RegistryError.ts"
import type { IntentRuling } from "./RegistryIntent.ts"
import type { RegistryIntentStore } from "./RegistryIntentStore.ts"

/**
 * Age and number of attempts without an outcome after which an intent is given up if a look-up finds that it was not
 * carried out. Others are sent again. Without the number, an intent would be given up that was not attempted, because no recovery ran.
 */
const giveUpAfter = { age: Duration.hours(24), attempts: 4 }

/** Actions after a look-up that does not find the command completed. */
interface Unfinished<R> {
  /** The command was not carried out. */
  readonly notDone: Effect.Effect<Outcome<R>>
  /** Part of the command was carried out; default as `notDone`. */
  readonly begun?: Effect.Effect<Outcome<R>>
}

/** Steps of an intent under a lease of this process: send it, look its outcome up, send it again. */
export const makeIntentSteps = (
  store: RegistryIntentStore["Service"],
  { isValid, newTerm }: IntentLeases,
  { contradicted, escalate, giveUp, leaveUnsent, postpone, storeSent, waitUntilConclusive }: ReturnType<
    typeof makeIntentOutcomes
  >,
  { conclusiveFrom }: IntentTimes
) => {
  /** Sends a command while the lease of its intent is certain. */
  const sent = Effect.fnUntraced(
    function*<P, A, R>(handler: IntentHandler<P, A, R>, intent: Intent<P>, registry: Registry) {
      const isCertain = yield* isValid(intent)
      let hasLapsed = false
      const check = () => !(hasLapsed ||= !isCertain())
      return yield* Effect.mapError(
        handler.send(intent, underLease(registry, check)),
        (error) => hasLapsed && error._tag === "RegistryTemporary" ? new LeaseLapsed() : error
      )
    }
  )

  /** The intent after its command was sent. The registry shows the outcome from now on, plus its lag. */
  const sentNow = Effect.fnUntraced(function*<P>(intent: Intent<P>) {
    return { ...intent, conclusive_from: yield* conclusiveFrom(intent) }
  })

  /**
   * Waits for the decision on an accepted command that the registry does not show. Reserved money is released only if
   * the registry has rejected the command. After the longest review, an operator decides.
   */
  const waitForDecision = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>
  ): Effect.fn.Return<Outcome<R>> {
    const { billing_transaction_ids, created_on, decision, object_name, found_pending } = intent
    if (decision === "rejected" || (found_pending && decision === null)) {
      return yield* giveUp(handler, intent, decidedAgainst)
    }
    const isOverdue = Instant.hasPassed(DateTime.addDuration(created_on, longestReview), yield* Instant.now)
    if (!isOverdue) return yield* storeSent(handler, intent, accepted)
    return billing_transaction_ids.length === 0
      ? yield* giveUp(handler, intent, neverCarriedOut)
      : yield* escalate(handler, intent, `The command about ${object_name} ${undecided}`)
  })

  /** Stores that the registry has an accepted command as pending. */
  const storePending = Effect.fnUntraced(function*<P>(intent: Intent<P>) {
    if (!intent.found_pending) yield* store.setReview(intent.intent_id, intent.lease, { found_pending: true })
  })

  /** Stores a response. After 1001 the registry may show the command as pending or done at once. */
  const storeAnswer = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    registry: Registry,
    answer: Sent<A, P>
  ): Effect.fn.Return<Outcome<R>> {
    if (answer._tag === "Done") return yield* storeSent(handler, intent, answer)
    const answered: Intent<P> = { ...intent, payload: answer.payload ?? intent.payload, state: "accepted" }
    const found = yield* Effect.option(handler.lookUp(answered, registry))
    if (Option.isSome(found) && found.value._tag === "Done") {
      return yield* storeSent(handler, { ...answered, state: intent.state }, found.value)
    }
    if (Option.exists(found, isPending)) yield* storePending(intent)
    return yield* storeSent(handler, intent, answer)
  })

  /** Looks up the outcome of a sent command. */
  const lookUp = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    registry: Registry,
    { begun, notDone }: Unfinished<R>
  ): Effect.fn.Return<Outcome<R>> {
    const result = yield* Effect.option(handler.lookUp(intent, registry))
    if (Option.isNone(result)) return yield* postpone(intent)
    // What is missing may not be shown yet.
    const isNegative = ["NotDone", "Begun", "Refused"].includes(result.value._tag)
    const isConclusive = intent.decision === "rejected" || Instant.hasPassed(intent.conclusive_from, yield* Instant.now)
    if (isNegative && !isConclusive) return yield* waitUntilConclusive(intent)
    switch (result.value._tag) {
      case "NotDone":
        return yield* notDone
      case "Pending":
        yield* storePending(intent)
        return yield* storeSent(handler, intent, accepted)
      case "Begun":
        yield* storePending(intent)
        return yield* begun ?? notDone
      case "Refused":
        return yield* giveUp(handler, intent, result.value.refusal)
      case "Unclear":
        return yield* escalate(handler, intent, result.value.found)
      default:
        return yield* storeSent(handler, intent, result.value)
    }
  })

  /** Outcome of a repeat that was refused while the registry does not show the command. */
  const refusedAgain = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    registry: Registry,
    refusal: RegistryRefusal
  ): Effect.fn.Return<Outcome<R>> {
    if (handler.refusedOnceDone?.has(refusal.reason) === true) {
      return yield* contradicted(handler, intent, refusal.message)
    }
    if (refusal.reason !== "statusProhibits" || handler.mayBeReviewed === undefined) {
      return yield* giveUp(handler, intent, refusal)
    }
    const isReviewed = yield* Effect.option(handler.mayBeReviewed(intent, registry))
    if (Option.isNone(isReviewed)) return yield* postpone(intent)
    return isReviewed.value
      ? yield* storeSent(handler, intent, accepted)
      : yield* giveUp(handler, intent, refusal)
  })

  /**
   * Sends a command again that was not carried out, under a new id. A refusal may mean that the earlier sending has
   * arrived after all, so the intent is not given up before another look-up.
   */
  const sendAgain = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    registry: Registry
  ): Effect.fn.Return<Outcome<R>> {
    const command_id = yield* newCommandId
    const term = yield* newTerm(intent)
    // Another process has taken the intent over because this step took too long. It may be settled, and its money
    // released.
    if (!(yield* store.resend(intent.intent_id, intent.lease, command_id, term))) return { _tag: "Unknown" }
    const again = { ...intent, ...term, command_id, isResent: true }
    const answer = yield* Effect.result(sent(handler, again, registry))
    if (answer._tag === "Success") return yield* storeAnswer(handler, again, registry, answer.success)
    const error = answer.failure
    if (error._tag === "LeaseLapsed") return yield* leaveUnsent(yield* sentNow(again))
    if (error._tag !== "RegistryRefusal") return yield* postpone(yield* sentNow(again))
    return yield* lookUp(handler, { ...again, conclusive_from: yield* Instant.now }, registry, {
      notDone: refusedAgain(handler, again, registry, error),
      // A refusal of the rest does not undo the part that the registry has accepted.
      ...(again.state === "accepted" ? { begun: postpone(again) } : {})
    })
  })

  /**
   * Sends a prepared intent for the first time. Looks its outcome up at once if no response came, or if it was not sent
   * or only in part, because the lease was not certain any more. Another sending confirms the lease first.
   */
  const send = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    registry: Registry
  ): Effect.fn.Return<Outcome<R>> {
    const answer = yield* Effect.result(sent(handler, intent, registry))
    if (answer._tag === "Success") return yield* storeAnswer(handler, intent, registry, answer.success)
    if (answer.failure._tag === "RegistryRefusal" || answer.failure._tag === "RegistryTemporary") {
      return yield* giveUp(handler, intent, answer.failure)
    }
    const lost = yield* sentNow(intent)
    return yield* lookUp(handler, lost, registry, { notDone: sendAgain(handler, lost, registry) })
  })

  /** Carries out an operator's decision, unless the registry shows that the command was carried out. */
  const follow = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    registry: Registry,
    ruling: IntentRuling
  ): Effect.fn.Return<Outcome<R>> {
    const found = yield* Effect.option(handler.lookUp(intent, registry))
    if (Option.isSome(found) && found.value._tag === "Done") {
      return yield* storeSent(handler, intent, found.value)
    }
    if (ruling === "undone") return yield* giveUp(handler, intent, ruledUndone)
    const adopted = yield* Effect.option(handler.adopt?.(intent, registry) ?? Effect.succeedNone)
    const result = Option.flatten(adopted)
    return Option.isSome(result)
      ? yield* storeSent(handler, intent, done(result.value))
      : yield* escalate(handler, intent, `Ruled as done, but the registry does not show ${intent.object_name}`)
  })

  /** One step towards the outcome: looks it up first, and sends again only commands that were not carried out. */
  const settle = Effect.fnUntraced(function*<P, A, R>(
    handler: IntentHandler<P, A, R>,
    intent: Intent<P>,
    found: Option.Option<Registry>
  ) {
    if (Option.isNone(found)) {
      return intent.ruling === "undone"
        ? yield* giveUp(handler, intent, ruledUndone)
        : yield* escalate(handler, intent, `No registry ${intent.registry} is configured`)
    }
    const registry = found.value
    if (intent.ruling !== null) return yield* follow(handler, intent, registry, intent.ruling)
    const isOld = intent.attempts >= giveUpAfter.attempts
      && Instant.hasPassed(DateTime.addDuration(intent.created_on, giveUpAfter.age), yield* Instant.now)
    const again = sendAgain(handler, intent, registry)
    const tooOld = Effect.matchEffect(handler.isUndone?.(intent, registry) ?? Effect.succeed(true), {
      onFailure: () => postpone(intent),
      onSuccess: (isUndone): Effect.Effect<Outcome<R>> =>
        isUndone
          ? giveUp(handler, intent, unreachableTooLong)
          : contradicted(handler, intent, "the registry says that it is not free")
    })
    const notDone = intent.state === "accepted"
      ? waitForDecision(handler, intent)
      : isOld
      ? tooOld
      : again
    return yield* lookUp(handler, intent, registry, { notDone, begun: again })
  })

  return { send, settle }
}

/** A command was not sent, because the process may have lost the lease of its intent. */
class LeaseLapsed extends Data.TaggedError("LeaseLapsed") {}

const decidedAgainst = new RegistryRefusal({
  reason: "policy",
  result_code: null,
  text: "The registry decided against it"
})

const undecided = `is accepted, and neither carried out nor rejected for ${Duration.format(longestReview)}`

const neverCarriedOut = new RegistryRefusal({
  reason: "policy",
  result_code: null,
  text: `The command ${undecided}`
})

const isPending = ({ _tag }: LookUpResult<unknown>): boolean => _tag === "Pending" || _tag === "Begun"

const ruledUndone = new RegistryRefusal({
  reason: "policy",
  result_code: null,
  text: "The registry has not carried it out"
})

const unreachableTooLong = new RegistryTemporary({ text: "The registry could not be reached for a day" })
