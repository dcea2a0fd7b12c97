import { Context, Effect, Layer, type Option } from "effect"
import { ChallengeStore } from "./ChallengeStore.ts"

/** Path of challenges, which a token follows. Source: RFC 8555, section 8.3. */
export const challengePath = "/.well-known/acme-challenge/"

/** Tokens are base64url of at least 128 bits (RFC 8555, section 8.3). Others are not looked up. */
const tokenForm = /^[\w-]{16,256}$/

/** Responses to the challenges of authorities, for servers on port 80. Every process returns them from the database. */
export class ChallengeResponses extends Context.Service<ChallengeResponses, {
  /** Body of the response to a request for a token; none for an unknown token. */
  readonly find: (token: string) => Effect.Effect<Option.Option<string>>
}>()("@namewright/core/certificates/ChallengeResponses") {
  static readonly layer = Layer.effect(
    ChallengeResponses,
    Effect.map(ChallengeStore, (store) =>
      ChallengeResponses.of({
        find: Effect.fn("ChallengeResponses.find")((token) =>
          tokenForm.test(token) ? store.find(token) : Effect.succeedNone
        )
      }))
  )
}
