import { Context, type Effect, type Option, type Redacted } from "effect"
import type { AuthenticationFailed } from "./AccessError.ts"
import type { AccessTokenClaims } from "./AccessToken.ts"
import type { SigningKey } from "./SigningKey.ts"

/** A key pair as its maker writes it down. */
export type KeyPair = Pick<SigningKey, "key_id" | "public_key" | "private_key">

/** Port to the cryptography of access tokens. It knows signatures; what a token must say is not its matter. */
export class TokenSigner extends Context.Service<TokenSigner, {
  readonly generate: Effect.Effect<KeyPair>
  readonly sign: (claims: AccessTokenClaims, key: SigningKey) => Effect.Effect<Redacted.Redacted>
  /**
   * What a token says whose signature is right by the key that it names. Fails with `malformed` if it is no token or
   * its signature is wrong, with `unknown` if there is no such key.
   */
  readonly verify: (
    token: Redacted.Redacted,
    find: (key_id: string) => Effect.Effect<Option.Option<SigningKey>>
  ) => Effect.Effect<unknown, AuthenticationFailed>
}>()("@namewright/core/access/TokenSigner") {}
