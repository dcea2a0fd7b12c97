import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { Idempotency, RequestIdentity } from "../access/index.ts"
import type { BillingTransactionId } from "../billing/index.ts"
import { Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import { showEscalations } from "./escalationMetrics.ts"
import { done, type Intent, type IntentHandler } from "./IntentHandler.ts"
import { makeIntentOutcomes, type Outcome } from "./IntentOutcomes.ts"
import { intentLease, intentTimes } from "./intentTimes.ts"
import type { OperationInProgress } from "./OperationInProgress.ts"
import type { Registry } from "./Registry.ts"
import { newCommandId } from "./RegistryCommand.ts"
import { RegistryRefusal, RegistryTemporary } from "./RegistryError.ts"
import { type IntentId, type IntentRuling, newIntentId, type RegistryIntent } from "./RegistryIntent.ts"
import { RegistryIntentStore } from "./RegistryIntentStore.ts"
import { RegistryRouter } from "./RegistryRouter.ts"
import { intentOfRequest, makeSettleRequest } from "./settleRequest.ts"

/** What is about to be done, before it has ids. */
export interface NewIntent<P> {
  readonly organization_id: OrganizationId
  readonly registry: string
  readonly object_id: string
  readonly object_name: string
  readonly payload: P
  readonly billing_transaction_ids: ReadonlyArray<BillingTransactionId>
  /** Left to recovery, which takes it up at its next run; nobody calls `execute`. */
  readonly deferred?: boolean
}

/** What to do when a look does not find the whole of a command. */
interface Unseen<A> {
  /** Where nothing is to be seen. */
  readonly notDone: Effect.Effect<Outcome<A>>
  /** Where a part is; the same unless told. */
  readonly begun?: Effect.Effect<Outcome<A>>
  /** Whether a look that finds nothing says something: not when the registry may show an earlier state. */
  readonly isBelieved: boolean
}

/** An intent that the registry has not carried out for so long is given up, once the registry has been seen not to have it. */
const patience = Duration.hours(24)

/**
 * Carries out what costs money or changes something at a registry: store the intent, call outside of any transaction,
 * store the outcome. A lost answer is looked up before anything is sent again; what is left by a crash is found by
 * `takeUp`. Slices register one handler for each kind.
 */
export class RegistryIntents extends Context.Service<RegistryIntents, {
  /** Makes a kind known to recovery; called once, when the slice's layer is built. */
  readonly register: <P, A>(handler: IntentHandler<P, A>) => Effect.Effect<void>
  /**
   * Stores an intent in the caller's transaction, together with everything that must be true before the call. It stands
   * for the lock of its object, so it comes before any other lock, as it does when the outcome is stored.
   */
  readonly prepare: <P, A>(
    handler: IntentHandler<P, A>,
    intent: NewIntent<P>
  ) => Effect.Effect<Intent<P>, OperationInProgress>
  /** Sends a prepared intent and stores the outcome. Cannot be interrupted; must not run inside a transaction. */
  readonly execute: <P, A>(handler: IntentHandler<P, A>, intent: Intent<P>) => Effect.Effect<Outcome<A>>
  /** Looks at what the registry has accepted earlier; for poll messages that say it is decided. */
  readonly decide: (intent: RegistryIntent) => Effect.Effect<void>
  /** Takes up to `limit` intents whose time has come; whoever does so has them settled. */
  readonly takeUp: (limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /** Finds out what became of an intent, unless somebody has by now, and does what is left to do. */
  readonly settle: (id: IntentId) => Effect.Effect<void>
  /** Up to `limit` intents that wait for an operator, the longest waiting first. */
  readonly escalated: (limit: number) => Effect.Effect<ReadonlyArray<RegistryIntent>>
  /**
   * Stores an operator's decision on an escalated intent, which recovery carries out in its next round. False when no
   * such intent is escalated.
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
      const handlers = new Map<string, IntentHandler<unknown, unknown>>()
      const times = intentTimes(router)
      const { leasedUntil, mayLag } = times
      const { contradicted, escalate, giveUp, postpone, storeSent } = makeIntentOutcomes(store, transaction, times)

      const send = <P, A>(handler: IntentHandler<P, A>, intent: Intent<P>, registry: Registry) =>
        Effect.matchEffect(handler.send(intent, registry), {
          onSuccess: (sent) => Effect.as(storeSent(handler, intent, sent), sent as Outcome<A>),
          onFailure: (error) =>
            error._tag === "RegistryOutcomeUnknown" ? postpone(intent) : giveUp(handler, intent, error)
        })

      /** Finds out what became of a sending. */
      const look = Effect.fnUntraced(function*<P, A>(
        handler: IntentHandler<P, A>,
        intent: Intent<P>,
        registry: Registry,
        { begun, isBelieved, notDone }: Unseen<A>
      ): Effect.fn.Return<Outcome<A>> {
        const looked = yield* Effect.option(handler.look(intent, registry))
        if (Option.isNone(looked)) return yield* postpone(intent)
        const isNegative = looked.value._tag === "NotDone" || looked.value._tag === "Refused"
        if (isNegative && !isBelieved) return yield* postpone(intent)
        switch (looked.value._tag) {
          case "NotDone":
            return yield* notDone
          case "Begun":
            return yield* begun ?? notDone
          case "Refused":
            return yield* giveUp(handler, intent, looked.value.refusal)
          case "Unclear":
            return yield* escalate(handler, intent, looked.value.shown)
          default:
            return yield* Effect.as(storeSent(handler, intent, looked.value), looked.value as Outcome<A>)
        }
      })

      /**
       * Sends what was not done, under a new id. A refusal may mean that the earlier sending has arrived after all, so
       * nothing is given up before another look.
       */
      const sendAgain = Effect.fnUntraced(function*<P, A>(
        handler: IntentHandler<P, A>,
        intent: Intent<P>,
        registry: Registry
      ): Effect.fn.Return<Outcome<A>> {
        const command_id = yield* newCommandId
        // Settled by somebody else, who has taken it up because this took long: its money may be back by now.
        if (!(yield* store.resend(intent.intent_id, command_id, yield* leasedUntil(intent)))) return { _tag: "Unknown" }
        const again = { ...intent, command_id, attempts: intent.attempts + 1 }
        return yield* Effect.matchEffect(handler.send(again, registry), {
          onSuccess: (sent) => Effect.as(storeSent(handler, again, sent), sent as Outcome<A>),
          onFailure: (error) =>
            error._tag === "RegistryRefusal"
              ? look(handler, again, registry, {
                notDone: handler.refusedOnceDone?.has(error.reason) === true
                  ? contradicted(handler, again, error.message)
                  : giveUp(handler, again, error),
                // What it has taken before, a refusal of the rest does not undo.
                ...(again.state === "accepted" ? { begun: postpone(again) } : {}),
                isBelieved: true
              })
              : postpone(again)
        })
      })

      /** Carries out an operator's decision, unless the registry itself shows by now that the command was carried out. */
      const follow = Effect.fnUntraced(function*<P, A>(
        handler: IntentHandler<P, A>,
        intent: Intent<P>,
        registry: Registry,
        ruling: IntentRuling
      ): Effect.fn.Return<Outcome<A>> {
        const looked = yield* Effect.option(handler.look(intent, registry))
        if (Option.isSome(looked) && looked.value._tag === "Done") {
          return yield* Effect.as(storeSent(handler, intent, looked.value), looked.value)
        }
        if (ruling === "undone") return yield* giveUp(handler, intent, ruledUndone)
        const adopted = yield* Effect.option(handler.adopt?.(intent, registry) ?? Effect.succeedNone)
        const result = Option.flatten(adopted)
        return Option.isSome(result)
          ? yield* Effect.as(storeSent(handler, intent, done(result.value)), done(result.value))
          : yield* escalate(handler, intent, `Ruled as done, but the registry does not show ${intent.object_name}`)
      })

      /** One step to certainty: look first, and send again only what was not done. */
      const settle = Effect.fnUntraced(function*<P, A>(
        handler: IntentHandler<P, A>,
        intent: Intent<P>,
        isBelieved: boolean
      ) {
        const registry = router.find(intent.registry)
        if (Option.isNone(registry)) {
          return intent.ruling === "undone"
            ? yield* giveUp(handler, intent, ruledUndone)
            : yield* escalate(handler, intent, `No registry ${intent.registry} is configured`)
        }
        if (intent.ruling !== null) return yield* follow(handler, intent, registry.value, intent.ruling)
        const isOld = Instant.hasPassed(DateTime.addDuration(intent.created_on, patience), yield* Instant.now)
        const again = sendAgain(handler, intent, registry.value)
        const tooOld = Effect.matchEffect(handler.isUndone?.(intent, registry.value) ?? Effect.succeed(true), {
          onFailure: () => postpone(intent),
          onSuccess: (isUndone): Effect.Effect<Outcome<A>> =>
            isUndone
              ? giveUp(handler, intent, outOfPatience)
              : contradicted(handler, intent, "the registry says that it is not free")
        })
        const notDone = intent.state === "accepted"
          ? giveUp(handler, intent, decidedAgainst)
          : isOld
          ? tooOld
          : again
        return yield* look(handler, intent, registry.value, { notDone, begun: again, isBelieved })
      })

      const settleRow = Effect.fnUntraced(function*(row: RegistryIntent, isBelieved: boolean) {
        const handler = handlers.get(row.kind)
        if (handler === undefined) return yield* Effect.logError(`No handler for intents of kind ${row.kind}`)
        const payload = yield* Effect.orDie(Schema.decodeUnknownEffect(handler.payload)(row.payload))
        yield* settle(handler, { ...row, payload }, isBelieved)
      })

      const prepare = Effect.fnUntraced(function*<P, A>(
        handler: IntentHandler<P, A>,
        { deferred = false, ...intent }: NewIntent<P>
      ) {
        const now = yield* Instant.now
        const request = yield* RequestIdentity
        const prepared: Intent<P> = {
          ...intent,
          intent_id: deferred || Option.isNone(request) ? yield* newIntentId : intentOfRequest(request.value),
          kind: handler.kind,
          command_id: yield* newCommandId,
          state: "prepared",
          attempts: 0,
          run_after: deferred ? now : yield* leasedUntil(intent),
          created_on: now,
          escalated_on: null,
          escalation: null,
          ruling: null
        }
        const payload = yield* Effect.orDie(Schema.encodeEffect(handler.payload)(intent.payload))
        yield* store.insert({ ...prepared, payload })
        return prepared
      })

      const execute = Effect.fn("RegistryIntents.execute")(
        function*<P, A>(handler: IntentHandler<P, A>, intent: Intent<P>) {
          const registry = router.find(intent.registry)
          if (Option.isNone(registry)) {
            const missing = new RegistryTemporary({ text: `No registry ${intent.registry} is configured` })
            return yield* giveUp(handler, intent, missing)
          }
          const first = yield* send(handler, intent, registry.value)
          if (first._tag !== "Unknown") return first
          return yield* look(handler, intent, registry.value, {
            notDone: sendAgain(handler, intent, registry.value),
            isBelieved: !mayLag(intent.registry)
          })
        },
        Effect.uninterruptible
      )

      yield* idempotency.settleBeforeRepeats(makeSettleRequest(store, (row) => settleRow(row, true)))

      return RegistryIntents.of({
        register: (handler) =>
          Effect.sync(() => {
            handlers.set(handler.kind, handler as unknown as IntentHandler<unknown, unknown>)
          }),

        prepare,
        execute,
        decide: (intent) => settleRow(intent, !mayLag(intent.registry)),

        takeUp: Effect.fn("RegistryIntents.takeUp")(function*(limit: number) {
          const now = yield* Instant.now
          yield* showEscalations(router.registries.map(({ key }) => key), yield* store.countEscalated)
          return yield* store.claim(now, DateTime.addDuration(now, intentLease), limit)
        }),

        settle: Effect.fn("RegistryIntents.settle")(function*(id: IntentId) {
          const found = yield* store.find(id)
          if (Option.isSome(found)) yield* settleRow(found.value, true)
        }),

        escalated: store.escalated,

        rule: Effect.fn("RegistryIntents.rule")(function*(id: IntentId, ruling: IntentRuling) {
          return yield* store.rule(id, ruling, yield* Instant.now)
        })
      })
    })
  )
}

const decidedAgainst = new RegistryRefusal({
  reason: "policy",
  result_code: null,
  text: "The registry decided against it"
})

const ruledUndone = new RegistryRefusal({
  reason: "policy",
  result_code: null,
  text: "The registry has not carried it out"
})

const outOfPatience = new RegistryTemporary({ text: "The registry could not be reached for a day" })
