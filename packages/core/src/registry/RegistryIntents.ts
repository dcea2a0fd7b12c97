import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { Idempotency, RequestIdentity } from "../access/index.ts"
import type { BillingTransactionId } from "../billing/index.ts"
import { Processes } from "../processes/index.ts"
import { currentPrincipal, Instant, JobOfWork, type OrganizationId, Transaction } from "../shared/index.ts"
import type { Intent, IntentHandler } from "./IntentHandler.ts"
import { makeIntentLeases } from "./IntentLeases.ts"
import { showIntents } from "./intentMetrics.ts"
import { makeIntentOutcomes, type Outcome } from "./IntentOutcomes.ts"
import { makeIntentSteps } from "./IntentSteps.ts"
import { intentLease, intentTimes, maxWaitForOutcome } from "./intentTimes.ts"
import type { OperationInProgress } from "./OperationInProgress.ts"
import { refuseInHostTransaction } from "./outsideTransactions.ts"
import { refusePaused } from "./refusePaused.ts"
import { newCommandId } from "./RegistryCommand.ts"
import { RegistryTemporary } from "./RegistryError.ts"
import type { RegistryUnavailable } from "./RegistryFailure.ts"
import {
  type IntentId,
  type IntentRuling,
  newIntentId,
  type RegistryDecision,
  type RegistryIntent
} from "./RegistryIntent.ts"
import { RegistryIntentStore } from "./RegistryIntentStore.ts"
import { RegistryRouter } from "./RegistryRouter.ts"
import { intentOfRequest, makeSettleRequest } from "./settleRequest.ts"

/** An intent before it has ids. */
export interface NewIntent<P> {
  readonly organization_id: OrganizationId
  readonly registry: string
  readonly object_id: string
  readonly object_name: string
  readonly payload: P
  readonly billing_transaction_ids: ReadonlyArray<BillingTransactionId>
  /** True if recovery sends the command in its next round; `order` is not called then. */
  readonly deferred?: boolean
}

/** Pause between two reads of an intent that another process works on. */
const pause = Duration.millis(500)

/** Maximum number of intents of ended processes that one statement releases. */
const releasedAtOnce = 500

/**
 * Carries out orders that cost money or change something at a registry: store the intent, call outside of any
 * transaction, store the outcome. A lost answer is looked up before anything is sent again. After a crash, `claimDue`
 * finds the unsettled intents. Slices register one handler for each kind.
 */
export class RegistryIntents extends Context.Service<RegistryIntents, {
  /** Registers the handler of a kind; called once, when the slice's layer is built. */
  readonly register: <P, A, R>(handler: IntentHandler<P, A, R>) => Effect.Effect<void>
  /**
   * Stores an intent in the caller's transaction, together with everything that must be stored before the call. The
   * insert locks the object: at most one prepared intent per object. It precedes every other lock, as it does when the
   * outcome is stored. Fails during a maintenance of the registry, unless the intent is deferred: recovery sends it
   * after the maintenance.
   */
  readonly prepare: <P>(
    handler: Pick<IntentHandler<P, unknown>, "kind" | "payload">,
    intent: NewIntent<P>
  ) => Effect.Effect<Intent<P>, OperationInProgress | RegistryUnavailable>
  /**
   * Runs `preparation`, which calls `prepare`, in a transaction, then sends the command and stores the outcome. Cannot
   * be interrupted after the commit. Must not run inside a transaction.
   */
  readonly order: <P, A, R, E, S>(
    handler: IntentHandler<P, A, R>,
    preparation: Effect.Effect<Intent<P>, E, S>
  ) => Effect.Effect<Outcome<R>, E, S>
  /**
   * Looks up a command that the registry accepted earlier, after a poll message about its decision. Stores the decision
   * first if the message states it. Dies if another process works on the intent for longer than 10 seconds.
   */
  readonly decide: (intent: RegistryIntent, decision?: RegistryDecision) => Effect.Effect<void>
  /** Claims up to `limit` due intents. The caller has them settled. */
  readonly claimDue: (limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /**
   * Ends the leases of ended processes, and those of attempts of this process that have ended while the storage failed.
   * Returns their intents, which the caller has settled.
   */
  readonly releaseEnded: Effect.Effect<ReadonlyArray<RegistryIntent>>
  /**
   * Looks up the outcome of an intent and completes it. Does nothing while another process works on it. If the registry
   * may not show the outcome yet, returns the time until the next look-up.
   */
  readonly settle: (id: IntentId) => Effect.Effect<Option.Option<Duration.Duration>>
  /** Up to `limit` intents that wait for an operator, longest waiting first. */
  readonly escalated: (limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /**
   * Stores an operator's decision on an escalated intent. Recovery carries it out in its next round. False if no such
   * intent is escalated.
   */
  readonly rule: (id: IntentId, ruling: IntentRuling) => Effect.Effect<boolean>
}>()("@namewright/core/registry/RegistryIntents") {
  static readonly layer = Layer.effect(
    RegistryIntents,
    Effect.gen(function*() {
      const store = yield* RegistryIntentStore
      const router = yield* RegistryRouter
      const transaction = yield* Transaction
      const idempotency = yield* Idempotency
      const processes = yield* Processes
      const handlers = new Map<string, IntentHandler<unknown, unknown>>()
      const times = intentTimes(router)
      const outcomes = makeIntentOutcomes(store, transaction, times)
      const leases = makeIntentLeases(store, transaction, processes, times)
      const { send, settle: settleHeld } = makeIntentSteps(store, leases, outcomes, times)

      /** Settles an intent under a lease of this process. */
      const settleRow = Effect.fnUntraced(function*(row: RegistryIntent): Effect.fn.Return<Outcome<unknown>> {
        const handler = handlers.get(row.kind)
        if (handler === undefined) {
          yield* Effect.logError(`No handler for intents of kind ${row.kind}`)
          return { _tag: "Unknown" }
        }
        const payload = yield* Effect.orDie(Schema.decodeUnknownEffect(handler.payload)(row.payload))
        return yield* settleHeld(handler, { ...row, payload }, router.find(row.registry))
      })

      const prepare = Effect.fnUntraced(function*<P>(
        handler: Pick<IntentHandler<P, unknown>, "kind" | "payload">,
        { deferred = false, ...intent }: NewIntent<P>
      ) {
        if (!deferred) yield* Effect.andThen(refuseInHostTransaction, refusePaused(router, intent))
        const now = yield* Instant.now
        const request = yield* RequestIdentity
        const until = deferred ? now : yield* times.leasedUntil(intent)
        const prepared: Intent<P> = {
          ...intent,
          intent_id: deferred || Option.isNone(request) ? yield* newIntentId : intentOfRequest(request.value),
          kind: handler.kind,
          ordered_by: yield* currentPrincipal,
          job_id: yield* JobOfWork,
          command_id: yield* newCommandId,
          state: "prepared",
          attempts: 0,
          process_id: deferred ? null : yield* processes.latest,
          lease: 0,
          due_on: until,
          conclusive_from: until,
          created_on: now,
          escalated_on: null,
          escalation: null,
          ruling: null,
          found_pending: false,
          decision: null
        }
        const payload = yield* Effect.orDie(Schema.encodeEffect(handler.payload)(intent.payload))
        yield* store.insert({ ...prepared, payload })
        // An earlier attempt of the request, whose commit had no answer, has stored nothing.
        yield* leases.forget(prepared)
        return prepared
      })

      const execute = Effect.fn("RegistryIntents.execute")(
        function*<P, A, R>(handler: IntentHandler<P, A, R>, prepared: Intent<P>) {
          const registry = router.find(prepared.registry)
          const outcome = yield* leases.whileConfirmed(prepared, (intent): Effect.Effect<Outcome<R>> => {
            if (Option.isSome(registry)) return send(handler, intent, registry.value)
            const missing = new RegistryTemporary({ text: `No registry ${prepared.registry} is configured` })
            return outcomes.giveUp(handler, intent, missing)
          })
          return Option.getOrElse(outcome, (): Outcome<R> => ({ _tag: "Unknown" }))
        },
        Effect.uninterruptible
      )

      const order: RegistryIntents["Service"]["order"] = (handler, preparation) =>
        Effect.uninterruptibleMask(Effect.fnUntraced(function*(restore) {
          const prepared: { intent?: Effect.Success<typeof preparation> } = {}
          const remembered = Effect.tap(preparation, (intent) => Effect.sync(() => void (prepared.intent = intent)))
          const intent = yield* Effect.onError(
            restore(transaction.atomically(remembered)),
            // The commit may have succeeded although its answer is lost.
            () => prepared.intent === undefined ? Effect.void : leases.leaveUnsent(prepared.intent)
          )
          return yield* execute(handler, intent)
        }))

      const settle = Effect.fn("RegistryIntents.settle")(function*(id: IntentId) {
        const found = yield* store.find(id)
        if (Option.isNone(found)) return Option.none()
        const outcome = yield* leases.whileClaimed(found.value, settleRow)
        if (Option.isNone(outcome) || outcome.value._tag !== "Unknown") return Option.none()
        const { conclusiveFrom } = outcome.value
        if (conclusiveFrom === undefined) return Option.none()
        return Option.some(DateTime.distance(yield* Instant.now, conclusiveFrom))
      })

      const decide = Effect.fn("RegistryIntents.decide")(function*(
        intent: RegistryIntent,
        decision?: RegistryDecision
      ) {
        const decided = Effect.fnUntraced(function*(claimed: RegistryIntent) {
          const leased = { ...claimed, conclusive_from: yield* times.conclusiveFrom(intent) }
          if (decision === undefined) return yield* settleRow(leased)
          yield* store.setReview(leased.intent_id, leased.lease, { decision })
          return yield* settleRow({ ...leased, decision })
        })
        const end = DateTime.addDuration(yield* Instant.now, maxWaitForOutcome)
        for (;;) {
          const found = yield* store.find(intent.intent_id)
          if (Option.isNone(found) || Option.isSome(yield* leases.whileClaimed(found.value, decided))) return
          if (Instant.hasPassed(end, yield* Instant.now)) {
            return yield* Effect.die(new Error(`Another process works on the intent of ${intent.object_name}`))
          }
          yield* Effect.sleep(pause)
        }
      })

      const releaseEnded = Effect.gen(function*() {
        const released = [...yield* leases.releaseLeft]
        for (;;) {
          // The commands of an ended process have reached the registry: the process counts as ended only after a longer
          // silence.
          const now = yield* Instant.now
          const some = yield* store.releaseEnded({ due_on: now, conclusive_from: now }, releasedAtOnce)
          for (const { intent_id, lease, registry } of some) {
            const conclusive_from = yield* times.conclusiveFrom({ registry })
            if (Instant.hasPassed(conclusive_from, now)) continue
            yield* store.postpone(intent_id, lease, { due_on: conclusive_from, conclusive_from })
          }
          released.push(...some)
          if (some.length < releasedAtOnce) return released
        }
      }).pipe(Effect.withSpan("RegistryIntents.releaseEnded"))

      yield* idempotency.settleBeforeRepeats(makeSettleRequest(store, leases, settleRow))

      return RegistryIntents.of({
        register: (handler) =>
          Effect.sync(() => {
            handlers.set(handler.kind, handler as unknown as IntentHandler<unknown, unknown>)
          }),
        prepare,
        order,
        decide,
        claimDue: Effect.fn("RegistryIntents.claimDue")(function*(limit: number) {
          const now = yield* Instant.now
          yield* showIntents(router.keys, {
            open: yield* store.countOpen,
            escalated: yield* store.countEscalated
          })
          return yield* store.claimDue(now, DateTime.addDuration(now, intentLease), limit)
        }),
        releaseEnded,
        settle,
        escalated: store.escalated,
        rule: Effect.fn("RegistryIntents.rule")(function*(id: IntentId, ruling: IntentRuling) {
          return yield* store.rule(id, ruling, yield* Instant.now)
        })
      })
    })
  )
}
