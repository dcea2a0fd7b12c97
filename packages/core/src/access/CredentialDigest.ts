import { Context, type Effect, type Redacted } from "effect"
import * as SecretHash from "./SecretHash.ts"

/**
 * The digest by which a process remembers a credential that called lately, so that its memory holds no secrets. It is
 * computed for every call: `@namewright/http` puts a synchronous SHA-256 in place of the default by Web Crypto, which
 * takes 25 microseconds.
 */
export const CredentialDigest = Context.Reference<(secret: Redacted.Redacted) => Effect.Effect<string>>(
  "@namewright/core/access/CredentialDigest",
  { defaultValue: () => SecretHash.hashOf }
)
