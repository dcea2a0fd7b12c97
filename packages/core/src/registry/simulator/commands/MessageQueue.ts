import { Effect, Option } from "effect"
import { Instant } from "../../../shared/index.ts"
import type { PollMessage } from "../../PollMessage.ts"
import type { Registry } from "../../Registry.ts"
import { objectOf, type QueuedMessage } from "../objects/SimulatedMessage.ts"
import { ownRulesOf, settle, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { settleContact } from "./ContactTransfers.ts"

/** Names, and contacts, that are brought up to now in one unit of work. */
const chunk = 50

/** A registrar's queue at a registry. Before it is read, every name is brought up to now. */
export const messageQueue = (account: SimulatedAccount): Pick<Registry, "nextMessage" | "acknowledgeMessage"> => {
  const { registry, registrar, store } = account

  const nextMessage = Effect.map(
    oldestMessage(account),
    Option.map((message): PollMessage => {
      const { message_id, payload, queued_on, raw, text } = message
      return { message_id, queued_on, text, payload, object: objectOf(message), raw }
    })
  ).pipe(Effect.withSpan("SimulatedRegistry.nextMessage"))

  const acknowledgeMessage: Registry["acknowledgeMessage"] = Effect.fn("SimulatedRegistry.acknowledgeMessage")(
    (messageId) => Effect.asVoid(account.atomically(store.removeMessage(registry, registrar, messageId)))
  )

  return { nextMessage, acknowledgeMessage }
}

/** The oldest message of a registrar, after every name was brought up to now. */
const oldestMessage = Effect.fnUntraced(function*(account: SimulatedAccount) {
  const { registrar, registry, store } = account
  const now = yield* Instant.now
  while (true) {
    const settled = yield* settleDue(account, now)
    const message = yield* store.oldestMessage(registry, registrar)
    // A full chunk leaves more behind; what the oldest message tells came before any of it.
    if (Option.isSome(message) || settled < chunk) return message
  }
})

/** What a strict registry says of a queue beside the words of its messages. */
export interface MessageCounts {
  /** As the port's `nextMessage`, with how the name stood. */
  readonly oldest: Effect.Effect<Option.Option<QueuedMessage>>
  /** How many messages wait by now. */
  readonly waiting: Effect.Effect<number>
  /** Takes a message off the queue; false when it is not there, which a strict registry refuses (2303). */
  readonly acknowledge: (messageId: string) => Effect.Effect<boolean>
}

export const messageCounts = (account: SimulatedAccount): MessageCounts => {
  const { registry, registrar, store } = account
  return {
    oldest: oldestMessage(account),
    waiting: store.countMessages(registry, registrar),
    acknowledge: (messageId) => account.atomically(store.removeMessage(registry, registrar, messageId))
  }
}

/** How many names or contacts were brought up to now, whichever are more. */
const settleDue = Effect.fnUntraced(function*(account: SimulatedAccount, now: Instant.Instant) {
  const { registry, store } = account
  if (!(yield* store.isDue(registry, now))) return 0
  return yield* account.atomically(Effect.gen(function*() {
    const due = yield* store.lockDue(registry, now, chunk)
    let settled = 0
    for (const stored of due) {
      const tld = yield* ownRulesOf(account, stored.domain.name)
      // Names whose suffix is no longer in the catalogue stay as they are.
      if (Option.isNone(tld)) continue
      yield* settle(account, stored, tld.value, now)
      settled++
    }
    const contacts = yield* store.lockDueContacts(registry, now, chunk)
    for (const contact of contacts) yield* settleContact(account, contact, now)
    return Math.max(settled, contacts.length)
  }))
})
