import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { type Answer, CommandRefused, type Handlers } from "../Handlers.ts"
import { messageContent } from "./messageContent.ts"

/** The registrar's queue (RFC 5730, section 2.9.2.3). */
export const pollHandlers: Pick<Handlers, "PollRequest" | "PollAcknowledgement"> = {
  PollRequest: Effect.fnUntraced(function*(_, { account, svTRID }) {
    const oldest = yield* account.messages.oldest
    if (Option.isNone(oldest)) {
      const empty: Answer = { code: 1300 }
      return empty
    }
    const message = oldest.value
    const answer: Answer = {
      code: 1301,
      queue: {
        count: yield* account.messages.waiting,
        id: message.message_id,
        date: Instant.format(message.queued_on),
        message: message.text
      },
      ...messageContent(message, svTRID)
    }
    return answer
  }),

  PollAcknowledgement: Effect.fnUntraced(function*({ messageId }, { account }) {
    if (!(yield* account.messages.acknowledge(messageId))) {
      return yield* new CommandRefused({ code: 2303, text: `there is no message ${messageId}` })
    }
    const count = yield* account.messages.waiting
    const answer: Answer = count === 0 ? { code: 1300 } : { code: 1000, queue: { count, id: messageId } }
    return answer
  })
}
