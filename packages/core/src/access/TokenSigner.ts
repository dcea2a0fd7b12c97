import { Context, type Effect, type Redacted } from "effect"
import type { AuthenticationFailed } from "./AccessError.ts"
import type { AccessTokenClaims } from "./AccessToken.ts"

/**
 * Makes and checks access tokens with the keys of this installation's environment. It looks at the signature, the
 * issuer, the audience and the times; whether the credential behind a token is still good is not its matter.
 */
export class TokenSigner extends Context.Service<TokenSigner, {
  readonly sign: (claims: AccessTokenClaims) => Effect.Effect<Redacted.Redacted>
  readonly verify: (token: Redacted.Redacted) => Effect.Effect<AccessTokenClaims, AuthenticationFailed>
  /** Signs with a new key from now on. Tokens that are out stay good until they expire. */
  readonly rotate: Effect.Effect<void>
}>()("@namewright/core/access/TokenSigner") {}
