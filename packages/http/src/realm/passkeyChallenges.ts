import { RealmRecords } from "@namewright/core/realm"
import { Entropy } from "@namewright/core/shared"
import { Effect, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { formTokensOf, type Visit } from "./Visit.ts"

const model = "PasskeyChallenge"

/** Seconds for a response. */
const challengeSeconds = 300

/** Signature over the browser, its sign-in and the purpose, so that the record contains none of them. */
const bindingOf = (visit: Visit, purpose: string) => ({
  browser: visit.browser,
  signIn: visit.signIn?.id,
  purpose: `passkey ${purpose}`
})

/** Issues a challenge for one response from this browser, with this purpose. */
export const issueChallenge = Effect.fnUntraced(function*(visit: Visit, purpose: string) {
  const records = yield* RealmRecords
  const entropy = yield* Entropy
  const challenge = Base64Url.encode(yield* entropy.randomBytes(32))
  const binding = formTokensOf(visit).issue(bindingOf(visit, purpose))
  yield* records.put(model, challenge, { binding }, challengeSeconds)
  return challenge
})

/** The challenge that a response names, if it was issued for this browser and purpose and is unused. It is used up. */
export const takeChallenge = Effect.fnUntraced(function*(visit: Visit, purpose: string, response: unknown) {
  const records = yield* RealmRecords
  const challenge = Option.getOrUndefined(challengeOf(response))
  if (challenge === undefined) return undefined
  const record = yield* records.find(model, challenge)
  const binding = Option.map(record, ({ payload }) => String(payload["binding"] ?? ""))
  const isOurs = Option.exists(
    binding,
    (text) => formTokensOf(visit).isGenuine(text, bindingOf(visit, purpose))
  )
  return isOurs && (yield* records.consume(model, challenge)) ? challenge : undefined
})

const ClientData = Schema.StringFromBase64Url.pipe(
  Schema.decodeTo(
    Schema.fromJsonString(Schema.Struct({ challenge: Schema.String.check(Schema.isPattern(/^[\w-]{43}$/)) }))
  )
)

const decodeResponse = Schema.decodeUnknownOption(
  Schema.Struct({ response: Schema.Struct({ clientDataJSON: ClientData }) })
)

const challengeOf = (response: unknown): Option.Option<string> =>
  Option.map(decodeResponse(response), ({ response: { clientDataJSON } }) => clientDataJSON.challenge)
