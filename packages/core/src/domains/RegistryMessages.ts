import { Context, Effect, Layer, Option } from "effect"
import type { PollMessage, Registry, RegistryIntent } from "../registry/index.ts"
import { RegistryIntents, RegistryIntentStore, RegistryRouter } from "../registry/index.ts"
import { type DomainName, Transaction } from "../shared/index.ts"
import { StatusTags } from "../tags/index.ts"
import type { Domain } from "./Domain.ts"
import { DomainChanges, type Happening } from "./DomainChanges.ts"
import { arranged, withoutStatus, withStatus } from "./DomainState.ts"
import { DomainStore } from "./DomainStore.ts"
import { makeRegistryVerifications } from "./RegistryVerifications.ts"

/** Storage port: the messages that registries have sent, each once. */
export class RegistryMessageStore extends Context.Service<RegistryMessageStore, {
  /** Keeps a message; false when it is kept already. */
  readonly insert: (registry: string, message: PollMessage) => Effect.Effect<boolean>
}>()("@namewright/core/domains/RegistryMessageStore") {}

/** Messages of one registry in one run; the rest waits for the next one. */
const perRun = 100

/** What registries tell by themselves: each message is stored with what it changes, and acknowledged afterwards. */
export class RegistryMessages extends Context.Service<RegistryMessages, {
  /** Reads the queues of all registries; answers how many messages there were. */
  readonly poll: Effect.Effect<number>
}>()("@namewright/core/domains/RegistryMessages") {
  static readonly layer = Layer.effect(
    RegistryMessages,
    Effect.gen(function*() {
      const router = yield* RegistryRouter
      const messages = yield* RegistryMessageStore
      const store = yield* DomainStore
      const transaction = yield* Transaction
      const changes = yield* DomainChanges
      const statusTags = yield* StatusTags
      const intents = yield* RegistryIntents
      const intentStore = yield* RegistryIntentStore
      const verifications = yield* makeRegistryVerifications

      const tell = (domain: Domain, happening: Happening) => changes.record(domain, happening)

      const leaving = Effect.fnUntraced(function*(domain: Domain) {
        yield* statusTags.set(domain.organization_id, "DOMAIN", domain.domain_id, "OUTBOUND_TRANSFER_PENDING")
        yield* changes.change(domain.domain_id, (current) => withStatus(current, "pendingTransfer"))
        yield* tell(domain, {
          type: "OUTBOUND_TRANSFER",
          subtype: "NOTIFICATION",
          message: `Another registrar asks for ${domain.name}`
        })
      })

      /** Nothing new after the account's own refusal. */
      const stays = Effect.fnUntraced(function*(domain: Domain) {
        yield* changes.lookSoon(domain.domain_id)
        if (!domain.registry_statuses.includes("pendingTransfer")) return
        yield* statusTags.clear(domain.organization_id, "DOMAIN", domain.domain_id, "OUTBOUND_TRANSFER_PENDING")
        yield* changes.change(domain.domain_id, (current) => withoutStatus(current, "pendingTransfer"))
        yield* tell(domain, {
          type: "OUTBOUND_TRANSFER",
          subtype: "CANCELED",
          message: `${domain.name} stays in the account`
        })
      })

      const gone = Effect.fnUntraced(function*(domain: Domain, happening: Happening) {
        yield* changes.drop(domain.domain_id)
        yield* tell(domain, happening)
      })

      /** What a message about a domain of the platform changes here. */
      const apply = Effect.fnUntraced(function*(domain: Domain, { payload, text }: PollMessage) {
        switch (payload._tag) {
          case "TransferChanged":
            if (payload.side === "gaining") return
            if (payload.status === "pending") return yield* leaving(domain)
            if (payload.status !== "clientApproved" && payload.status !== "serverApproved") return yield* stays(domain)
            return yield* gone(domain, {
              type: "OUTBOUND_TRANSFER",
              subtype: "SUCCESS",
              message: `${domain.name} is transferred to another registrar`
            })
          case "Purged":
            return yield* gone(domain, { type: "DELETION", subtype: "SUCCESS", message: `${domain.name} is deleted` })
          case "ChangedByRegistry":
            yield* changes.change(domain.domain_id, (current) => ({
              ...current,
              registry_statuses: payload.statuses.length === 0 ? current.registry_statuses : arranged(payload.statuses)
            }))
            yield* changes.lookSoon(domain.domain_id)
            return yield* tell(domain, { type: "MODIFICATION", subtype: "NOTIFICATION", message: payload.reason })
          case "Renewed":
          case "PendingDecided":
            return yield* changes.lookSoon(domain.domain_id)
          case "VerificationRequired":
            return yield* verifications.demanded(domain, payload)
          case "VerificationDecided":
            return yield* verifications.decided(domain, payload)
          default:
            return yield* tell(domain, { type: "MODIFICATION", subtype: "NOTIFICATION", message: text })
        }
      })

      /** Work that waits at the registry for just this message. */
      const waiting = Effect.fnUntraced(function*({ payload }: PollMessage, domain: Option.Option<Domain>) {
        const decides = payload._tag === "PendingDecided"
          || (payload._tag === "TransferChanged" && payload.side === "gaining" && payload.status !== "pending")
        if (!decides || Option.isNone(domain)) return []
        const open = yield* intentStore.ofObject(domain.value.domain_id)
        return open.filter((intent) => intent.state === "accepted")
      })

      const take = Effect.fnUntraced(function*(registry: Registry, message: PollMessage) {
        const name: DomainName | null = "name" in message.payload ? message.payload.name : null
        const found = name === null ? Option.none<Domain>() : yield* store.find(name)
        const domain = Option.filter(found, (held) => held.registry === registry.key)
        yield* Effect.forEach(yield* waiting(message, domain), (intent: RegistryIntent) => intents.decide(intent), {
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
