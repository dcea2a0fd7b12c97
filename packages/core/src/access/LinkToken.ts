import { Effect, Redacted, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { Entropy } from "../shared/index.ts"
import * as SecretHash from "./SecretHash.ts"

/** Random bytes of a token: 43 characters in base64url. */
const tokenBytes = 32

/** Token of a link in a mail, as callers present it. */
export const LinkToken = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(256)).annotate({
  identifier: "LinkToken"
})

/** Generates the token of a link in a mail. The token is the only credential that the link requires. */
export const newLinkToken: Effect.Effect<string> = Effect.gen(function*() {
  const entropy = yield* Entropy
  return Base64Url.encode(yield* entropy.randomBytes(tokenBytes))
})

/** Stored form of the token of a link. */
export const linkTokenHash = (token: string): Effect.Effect<SecretHash.SecretHash> =>
  SecretHash.hashOf(Redacted.make(token))
