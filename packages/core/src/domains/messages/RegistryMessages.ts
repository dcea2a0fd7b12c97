import { Cause, Context, Effect, Layer, Metric, Option } from "effect"
import type { PollMessage, PollPayload, Registry, RegistryIntent } from "../../registry/index.ts"
import { nameOnly, RegistryIntents, RegistryIntentStore, RegistryRouter } from "../../registry/index.ts"
import { type DomainName, Instant, Transaction } from "../../shared/index.ts"
import type { Domain } from "../Domain.ts"
import { DomainStore } from "../DomainStore.ts"
import { canDecide, decisionOf } from "../registry/MessageRelation.ts"
import { makeMaintenanceEffects, showPauses } from "./MaintenanceEffects.ts"
import { makeMessageEffects } from "./MessageEffects.ts"
import { type FailedMessage, type MessageKey, RegistryMessageStore } from "./RegistryMessageStore.ts"
import { makeRegistryVerifications } from "./RegistryVerifications.ts"

/** Maximum messages of one registry in one round. */
const perRun = 100
/** Failed attempts before a message is parked. Until then it blocks the registry's queue. */
const mostAttempts = 3
/** Maximum stored characters of the reason for a failure. */
const problemLength = 500
/** Maximum parked messages of a list. */
const listLength = 1000

const parkedMessages = Metric.gauge("registry_messages_parked", {
  description: "Messages of a registry that could not be applied and wait for an operator"
})

const rounds = Metric.counter("registry_message_rounds_total", {
  description: "Rounds in which the queue of a registry was read, by outcome",
  incremental: true
})

interface Series {
  readonly parked: Metric.Metric<number, unknown>
  readonly read: Effect.Effect<void>
  readonly failed: Effect.Effect<void>
}

const madeSeries = new Map<string, Series>()

/**
 * The series of a registry, made once in a process instead of in each round: most queues are empty, and making them took a
 * sixth of it.
 */
const seriesOf = (registry: string): Series => {
  const made = madeSeries.get(registry) ?? {
    parked: Metric.withAttributes(parkedMessages, { registry }),
    read: Metric.update(Metric.withAttributes(rounds, { registry, outcome: "read" }), 1),
    failed: Metric.update(Metric.withAttributes(rounds, { registry, outcome: "failed" }), 1)
  }
  madeSeries.set(registry, made)
  return made
}

/**
 * Message queues of the registries. Each message is stored with its effect in one transaction, then acknowledged. A
 * message that fails in three rounds is parked: stored with the reason, acknowledged, and left to an operator.
 */
export class RegistryMessages extends Context.Service<RegistryMessages, {
  /** Reads the queues of all registries; returns the number of messages. */
  readonly poll: Effect.Effect<number>
  /** Parked messages of all registries, by registry and age; at most 1000. */
  readonly parked: Effect.Effect<ReadonlyArray<FailedMessage>>
  /** Content of a parked message, without secrets; dies if it cannot be decoded. */
  readonly content: (key: MessageKey) => Effect.Effect<Option.Option<PollMessage>>
  /** Marks parked messages of a registry for the next round: the one with the id, or all. Returns their number. */
  readonly retry: (registry: string, messageId?: string) => Effect.Effect<number>
}>()("@namewright/core/domains/RegistryMessages") {
  static readonly layer = Layer.effect(
    RegistryMessages,
    Effect.gen(function*() {
      const router = yield* RegistryRouter
      const messages = yield* RegistryMessageStore
      const application = yield* makeMessageApplication

      /** Applies a message. Returns the failed attempt if it cannot be applied. */
      const attempt = (key: MessageKey, message: Effect.Effect<PollMessage>) =>
        Effect.matchCauseEffect(Effect.flatMap(message, (read) => application(key.registry, read)), {
          onSuccess: () => Effect.succeedNone,
          onFailure: (cause) =>
            Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.asSome(failed(key, message, cause))
        })

      const failed = Effect.fnUntraced(
        function*(key: MessageKey, message: Effect.Effect<PollMessage>, cause: Cause.Cause<unknown>) {
          const content = yield* Effect.catchCause(message, () => Effect.succeed(withoutContent(key)))
          const failure = yield* messages.fail(key.registry, content, {
            problem: reasonOf(cause),
            on: yield* Instant.now,
            mostAttempts
          })
          yield* failure.state === "parked"
            ? Effect.logError(`The message ${key.message_id} of ${key.registry} is parked`, cause)
            : Effect.logWarning(`The message ${key.message_id} of ${key.registry} could not be applied`, cause)
          return failure
        }
      )

      /** True if the message can be acknowledged. */
      const isApplied = Effect.fnUntraced(function*(key: MessageKey, message: PollMessage) {
        const before = yield* messages.findFailed(key)
        // Parked before; its acknowledgement was lost.
        if (Option.exists(before, ({ state }) => state !== "failing")) return true
        const failure = yield* attempt(key, Effect.succeed(message))
        return Option.isNone(failure) || failure.value.state === "parked"
      })

      const retry = Effect.fnUntraced(function*(registry: string) {
        for (const key of yield* messages.retrying(registry, perRun)) {
          yield* attempt(key, Effect.map(messages.content(key), Option.getOrElse(() => withoutContent(key))))
        }
      })

      const drain = Effect.fnUntraced(function*(registry: Registry, isAnyParked: boolean) {
        if (isAnyParked) yield* retry(registry.key)
        for (let taken = 0; taken < perRun; taken++) {
          const message = yield* registry.nextMessage
          if (Option.isNone(message)) return taken
          const { message_id, queued_on } = message.value
          if (!(yield* isApplied({ registry: registry.key, message_id, queued_on }, message.value))) return taken
          yield* registry.acknowledgeMessage(message_id)
        }
        return perRun
      })

      const measure = (counts: ReadonlyMap<string, number>) =>
        Effect.forEach(
          router.queues,
          (key) => Metric.update(seriesOf(key).parked, counts.get(key) ?? 0),
          { discard: true }
        )

      const read = (key: string, isAnyParked: boolean) =>
        Effect.matchCauseEffect(
          Effect.flatMap(Effect.fromOption(router.find(key)), (registry) => drain(registry, isAnyParked)),
          {
            onSuccess: (taken) => Effect.as(seriesOf(key).read, taken),
            onFailure: (cause) =>
              Effect.logWarning(`The messages of ${key} could not be read`, cause).pipe(
                Effect.andThen(seriesOf(key).failed),
                Effect.as(0)
              )
          }
        )

      /** Reads the queues that may contain messages or have a parked one; the others are known to be empty. */
      const readAll = Effect.gen(function*() {
        const parked = yield* messages.countParked
        const waiting = yield* router.waiting ?? Effect.undefined
        let taken = 0
        let isAnyRead = false
        for (const key of router.queues) {
          const isRead = waiting === undefined || waiting.has(key) || parked.has(key)
          taken += yield* isRead ? read(key, parked.has(key)) : Effect.as(seriesOf(key).read, 0)
          isAnyRead ||= isRead
        }
        yield* measure(isAnyRead ? yield* messages.countParked : parked)
        return taken
      })

      const poll = readAll.pipe(
        Effect.tap(showPauses(router, router.queues)),
        Effect.withSpan("RegistryMessages.poll")
      )

      return RegistryMessages.of({
        poll,
        parked: messages.parked(listLength),
        content: messages.content,
        retry: messages.retry
      })
    })
  )
}

/** Settles the intents that a message decides, and stores the message with its effect. */
const makeMessageApplication = Effect.gen(function*() {
  const messages = yield* RegistryMessageStore
  const store = yield* DomainStore
  const transaction = yield* Transaction
  const intents = yield* RegistryIntents
  const intentStore = yield* RegistryIntentStore
  const apply = yield* makeMessageEffects
  const announce = yield* makeMaintenanceEffects
  const verifications = yield* makeRegistryVerifications

  /** Intents of the domain that the message may decide. */
  const decided = Effect.fnUntraced(function*(message: PollMessage, domain: Option.Option<Domain>) {
    const { payload } = message
    const decides = payload._tag === "PendingDecided"
      || (payload._tag === "TransferChanged" && payload.side !== "losing" && payload.status !== "pending")
    if (!decides || Option.isNone(domain)) return []
    const open = yield* intentStore.ofObject(domain.value.domain_id)
    return open.filter((intent) => intent.state === "accepted" && canDecide(message, intent))
  })

  return Effect.fnUntraced(function*(registry: string, message: PollMessage) {
    const name: DomainName | null = "name" in message.payload ? message.payload.name : null
    const found = name === null ? Option.none<Domain>() : yield* store.find(name)
    const domain = Option.filter(found, (stored) => stored.registry === registry)
    const open = yield* decided(message, domain)
    yield* Effect.forEach(
      open,
      (intent: RegistryIntent) => intents.decide(intent, decisionOf(message, intent, open.length === 1)),
      { discard: true }
    )
    yield* transaction.atomically(Effect.gen(function*() {
      if (!(yield* messages.insert(registry, message))) return
      yield* announce(registry, message)
      if (Option.isNone(domain)) {
        if (isAboutVerification(message.payload)) yield* verifications.ofHandle(registry, message.payload)
        return
      }
      const current = yield* store.lock(domain.value.domain_id)
      if (Option.isSome(current)) yield* apply(current.value, message)
    }))
  })
})

/** True for a verification, which concerns a contact if the registry names no domain of the platform. */
const isAboutVerification = (
  payload: PollPayload
): payload is Extract<PollPayload, { readonly _tag: "VerificationDecided" | "VerificationRequired" }> =>
  payload._tag === "VerificationDecided" || payload._tag === "VerificationRequired"

const withoutContent = ({ message_id, queued_on }: MessageKey): PollMessage => ({
  message_id,
  queued_on,
  text: "",
  payload: { _tag: "Unknown" },
  object: nameOnly,
  raw: null
})

const reasonOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return (error instanceof Error ? error.message || error.name : String(error)).slice(0, problemLength)
}
