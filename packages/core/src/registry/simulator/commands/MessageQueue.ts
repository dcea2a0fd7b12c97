import { Effect, Option } from "effect"
import { Instant } from "../../../shared/index.ts"
import type { PollMessage } from "../../PollMessage.ts"
import { objectOf, type QueuedMessage } from "../objects/SimulatedMessage.ts"
import { advance, ownRulesOf, type SimulatedAccount } from "../time/SimulatedAccount.ts"
import { advanceContact } from "./ContactTransfers.ts"

/** Maximum number of due domains, and of due contacts, in one unit of work. */
const chunk = 50

/** The oldest message in the queue of a registrar. Due changes of all domains are applied before it is read. */
export const nextMessage = Effect.fn("SimulatedRegistry.nextMessage")(function*(account: SimulatedAccount) {
  return Option.map(yield* oldestMessage(account), (message): PollMessage => {
    const { message_id, payload, queued_on, raw, text } = message
    return { message_id, queued_on, text, payload, object: objectOf(message), raw }
  })
})

export const acknowledgeMessage = Effect.fn("SimulatedRegistry.acknowledgeMessage")(
  ({ atomically, registrar, registry, store }: SimulatedAccount, messageId: string) =>
    Effect.asVoid(atomically(store.removeMessage(registry, registrar, messageId)))
)

/** The oldest message of a registrar after all due changes. */
const oldestMessage = Effect.fnUntraced(function*(account: SimulatedAccount) {
  const { registrar, registry, store } = account
  const now = yield* Instant.now
  while (true) {
    const { isChangeDue, isMessageWaiting } = yield* store.outstanding(registry, registrar, now)
    if (!isChangeDue && !isMessageWaiting) return Option.none()
    const advanced = isChangeDue ? yield* advanceDue(account, now) : 0
    const message = yield* store.oldestMessage(registry, registrar)
    // A full chunk may leave more due changes, but the oldest message precedes all of them.
    if (Option.isSome(message) || advanced < chunk) return message
  }
})

/** Members of an EPP message queue besides the text of its messages. */
export interface MessageCounts {
  /** As the port's `nextMessage`, with the state of the domain. */
  readonly oldest: Effect.Effect<Option.Option<QueuedMessage>>
  /** Number of waiting messages. */
  readonly waiting: Effect.Effect<number>
  /** Removes a message from the queue. False if it is not in the queue, which a strict registry refuses (2303). */
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

/** Applies due changes, and returns the number of domains or of contacts, whichever is larger. */
const advanceDue = Effect.fnUntraced(function*(account: SimulatedAccount, now: Instant.Instant) {
  const { registry, store } = account
  return yield* account.atomically(Effect.gen(function*() {
    const due = yield* store.lockDue(registry, now, chunk)
    let advanced = 0
    for (const stored of due) {
      const tld = yield* ownRulesOf(account, stored.domain.name)
      // Domains whose suffix is no longer in the catalogue are unchanged.
      if (Option.isNone(tld)) continue
      yield* advance(account, stored, tld.value, now)
      advanced++
    }
    const contacts = yield* store.lockDueContacts(registry, now, chunk)
    for (const contact of contacts) yield* advanceContact(account, contact, now)
    return Math.max(advanced, contacts.length)
  }))
})
