import { Context, type Effect, type Redacted } from "effect"
import * as SecretHash from "./SecretHash.ts"

/**
 * Digest that identifies a recently used credential in memory, so that the memory contains no secrets. It is computed
 * for every call: `@namewright/http` replaces the default (Web Crypto, 25 microseconds) by a synchronous SHA-256.
 */
export const CredentialDigest = Context.Reference<(secret: Redacted.Redacted) => Effect.Effect<string>>(
  "@namewright/core/access/CredentialDigest",
  { defaultValue: () => SecretHash.hashOf }
)
