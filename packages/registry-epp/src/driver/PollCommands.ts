import { nameOnly, newCommandId, type PollMessage, type Registry, RegistryTemporary } from "@namewright/core/registry"
import { Effect, Option } from "effect"
import type { EppResponse } from "../message/EppResponse.ts"
import { maskSecrets } from "../message/maskSecrets.ts"
import { writeServerMessage } from "../message/writeServerMessage.ts"
import { trimmed } from "../xml/whiteSpace.ts"
import type { OwnerOf } from "./AccountIdentity.ts"
import { change, notAnswered, queryErrorOf } from "./ask.ts"
import type { EppAccount } from "./EppAccount.ts"
import { instantOf } from "./eppValues.ts"
import { messageObject, pollPayload } from "./PollPayloads.ts"
import { unreadable } from "./Refusals.ts"

type Commands = Pick<Registry, "nextMessage" | "acknowledgeMessage">

/** The registry's queue of messages (RFC 5730, section 2.9.2.3). */
export const pollCommands = (account: EppAccount): Commands => ({
  nextMessage: Effect.withSpan(nextMessage(account), "EppRegistry.nextMessage"),
  acknowledgeMessage: Effect.fn("EppRegistry.acknowledgeMessage")((messageId) => acknowledge(account, messageId))
})

/** Result code of a response with a message; 1300 means that the queue is empty. */
const messageFollows = 1301

const nextMessage = (account: EppAccount) =>
  Effect.gen(function*() {
    const response = yield* pollResponse(account)
    if (typeof response === "string") return Option.some(yield* unreadableMessage(account, response))
    if (response.results[0].code !== messageFollows) return Option.none<PollMessage>()
    const { queue } = response
    if (queue === undefined) return yield* unreadable("message, only the word that there is one")
    return Option.some<PollMessage>({
      message_id: queue.id,
      queued_on: instantOf(queue.date),
      text: queue.message ?? "",
      ...(yield* contentOf(response, account, yield* account.identity.owners))
    })
  })

/** A message with unknown content is stored without it, so that it does not block the messages after it. */
const contentOf = (response: EppResponse, { registrar, site }: EppAccount, ownerOf: OwnerOf) =>
  Effect.catchDefect(
    Effect.sync((): Pick<PollMessage, "payload" | "object" | "raw"> => ({
      payload: pollPayload(response, ownerOf, site),
      object: messageObject(response),
      raw: rawMessage(response)
    })),
    (defect) =>
      Effect.as(
        Effect.logError(`The message ${response.queue?.id} to ${registrar} cannot be interpreted`, defect),
        { payload: { _tag: "Unknown" as const }, object: nameOnly, raw: null }
      )
  )

/** The response, or the text of an invalid document received instead. */
const pollResponse = Effect.fnUntraced(function*({ client }: EppAccount) {
  const answer = yield* client.query({ _tag: "PollRequest" }).pipe(
    Effect.catch((error) =>
      error._tag === "EppAnswerLost" && error.document !== undefined
        ? Effect.succeed(error.document)
        : Effect.fail(notAnswered(error))
    )
  )
  const error = typeof answer === "string" ? undefined : queryErrorOf(answer, [])
  return error === undefined ? answer : yield* error
})

/**
 * A message that cannot be parsed, stored as received without secrets. It is returned again until it is acknowledged
 * and blocks the messages after it, so its id is searched in the text. Without an id only the registry can remove it.
 */
const unreadableMessage = Effect.fnUntraced(function*({ registrar }: EppAccount, raw: string) {
  const id = /<(?:[^ \t\r\n<>/:]+:)?msgQ[ \t\r\n](?:[^<>]*[ \t\r\n])?id[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]+)"|'([^'<]+)')/
    .exec(raw)
  const message_id = trimmed(unescaped(id?.[1] ?? id?.[2] ?? ""))
  yield* Effect.logError(
    message_id === ""
      ? `A message to ${registrar} is no EPP and has no id; those behind it wait until the registry takes it away`
      : `The message ${message_id} to ${registrar} is no EPP; it is kept, and acknowledged`,
    raw
  )
  if (message_id === "") return yield* unreadable("message that is EPP, nor the id of one")
  const message: PollMessage = {
    message_id,
    queued_on: null,
    text: "",
    payload: { _tag: "Unknown" },
    object: nameOnly,
    raw
  }
  return message
})

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: "\"", apos: "'" }

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (entity, name: string) => entities[name] ?? entity)

/** A message that no longer exists was acknowledged before: the earlier response was lost. */
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

/**
 * Text of a message for support: the response as it was read, unknown elements included, without secrets. The
 * transaction ids are those of the request and are removed.
 */
const rawMessage = (response: EppResponse): string =>
  maskSecrets(writeServerMessage(response)).replace(/<trID>.*?<\/trID>/s, "")
