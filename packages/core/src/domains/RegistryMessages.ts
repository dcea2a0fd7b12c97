import { Context, Effect, Layer, Option } from "effect"
import type { PollMessage, Registry, RegistryIntent } from "../registry/index.ts"
import { RegistryIntents, RegistryIntentStore, RegistryRouter } from "../registry/index.ts"
import { type DomainName, Transaction } from "../shared/index.ts"
import type { Domain } from "./Domain.ts"
import { DomainStore } from "./DomainStore.ts"
import { makeMessageEffects } from "./MessageEffects.ts"
import { canDecide } from "./MessageRelation.ts"
import { RegistryMessageStore } from "./RegistryMessageStore.ts"

/** Messages of one registry in one run; the rest waits for the next one. */
const perRun = 100

/** The queues of the registries: each message is stored with its effect in one transaction, and acknowledged afterwards. */
export class RegistryMessages extends Context.Service<RegistryMessages, {
  /** Reads the queues of all registries; returns the number of messages. */
  readonly poll: Effect.Effect<number>
}>()("@namewright/core/domains/RegistryMessages") {
  static readonly layer = Layer.effect(
    RegistryMessages,
    Effect.gen(function*() {
      const router = yield* RegistryRouter
      const messages = yield* RegistryMessageStore
      const store = yield* DomainStore
      const transaction = yield* Transaction
      const intents = yield* RegistryIntents
      const intentStore = yield* RegistryIntentStore
      const apply = yield* makeMessageEffects

      /** Intents of the domain on which the message can be the registry's decision. */
      const decided = Effect.fnUntraced(function*(message: PollMessage, domain: Option.Option<Domain>) {
        const { payload } = message
        const decides = payload._tag === "PendingDecided"
          || (payload._tag === "TransferChanged" && payload.side === "gaining" && payload.status !== "pending")
        if (!decides || Option.isNone(domain)) return []
        const open = yield* intentStore.ofObject(domain.value.domain_id)
        return open.filter((intent) => intent.state === "accepted" && canDecide(message, intent))
      })

      const take = Effect.fnUntraced(function*(registry: Registry, message: PollMessage) {
        const name: DomainName | null = "name" in message.payload ? message.payload.name : null
        const found = name === null ? Option.none<Domain>() : yield* store.find(name)
        const domain = Option.filter(found, (held) => held.registry === registry.key)
        yield* Effect.forEach(yield* decided(message, domain), (intent: RegistryIntent) => intents.decide(intent), {
          discard: true
        })
        yield* transaction.atomically(Effect.gen(function*() {
          if (!(yield* messages.insert(registry.key, message)) || Option.isNone(domain)) return
          const current = yield* store.lock(domain.value.domain_id)
          if (Option.isSome(current)) yield* apply(current.value, message)
        }))
      })

      const drain = Effect.fnUntraced(function*(registry: Registry) {
        for (let taken = 0; taken < perRun; taken++) {
          const message = yield* registry.nextMessage
          if (Option.isNone(message)) return taken
          yield* take(registry, message.value)
          yield* registry.acknowledgeMessage(message.value.message_id)
        }
        return perRun
      })

      const poll = Effect.forEach(
        router.registries.filter((registry) => registry.capabilities.poll),
        (registry) =>
          Effect.catchCause(
            drain(registry),
            (cause) => Effect.as(Effect.logWarning(`The messages of ${registry.key} could not be read`, cause), 0)
          )
      ).pipe(
        Effect.map((counts) => counts.reduce((sum, count) => sum + count, 0)),
        Effect.withSpan("RegistryMessages.poll")
      )

      return RegistryMessages.of({ poll })
    })
  )
}
