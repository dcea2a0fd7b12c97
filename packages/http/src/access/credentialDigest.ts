import { Redacted } from "effect"
import { hash } from "node:crypto"

/** SHA-256 of a credential, in base64url. */
export const credentialDigest = (secret: Redacted.Redacted): string =>
  hash("sha256", Redacted.value(secret), "base64url")
