import { newCommandId, type PollMessage, type Registry, RegistryTemporary } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { ask, change } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { instantOf } from "./eppValues.ts"
import { pollPayload } from "./PollPayloads.ts"
import { rawMessage } from "./RawMessage.ts"
import { unreadable } from "./Refusals.ts"

type Commands = Pick<Registry, "nextMessage" | "acknowledgeMessage">

/** The registry's queue of messages (RFC 5730, section 2.9.2.3). */
export const pollCommands = (account: EppAccount): Commands => ({
  nextMessage: Effect.withSpan(nextMessage(account), "EppRegistry.nextMessage"),
  acknowledgeMessage: Effect.fn("EppRegistry.acknowledgeMessage")((messageId) => acknowledge(account, messageId))
})

/** The code that says that a message comes with the answer; 1300 says that there is none. */
const messageFollows = 1301

const nextMessage = (account: EppAccount) =>
  Effect.gen(function*() {
    const response = yield* ask(account, { _tag: "PollRequest" })
    if (response.results[0].code !== messageFollows) return Option.none<PollMessage>()
    const { queue } = response
    if (queue === undefined) return yield* unreadable("message, only the word that there is one")
    return Option.some<PollMessage>({
      message_id: queue.id,
      queued_on: instantOf(queue.date) ?? (yield* Instant.now),
      text: queue.message ?? "",
      payload: pollPayload(response, account),
      raw: rawMessage(response)
    })
  })

/** A message that is gone already, because an earlier answer was lost, is what was wanted. */
const acknowledge = Effect.fnUntraced(function*(account: EppAccount, messageId: string) {
  const command_id = yield* newCommandId
  yield* change(account, command_id, { _tag: "PollAcknowledgement", messageId }).pipe(
    Effect.asVoid,
    Effect.catchTag("RegistryOutcomeUnknown", ({ text }) => Effect.fail(new RegistryTemporary({ text }))),
    Effect.catchIf(
      (error) => error._tag === "RegistryRefusal" && error.reason === "objectMissing",
      () => Effect.void
    )
  )
})
