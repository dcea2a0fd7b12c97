import { DateTime, Redacted } from "effect"
import { SecretHash, type StoredUserCredentials } from "../access/index.ts"

/**
 * Digest of a user's password, authenticator and passkeys. The time of the last change covers a passkey that replaced
 * another one, and new backup codes. Times are whole seconds, so the hash of the password is part of the digest as well.
 */
export const credentialDigestOf = (
  { credentials_changed_on, passkeys, password_hash, totp_secret }: StoredUserCredentials
) => {
  const changed = credentials_changed_on === null ? "" : DateTime.formatIso(credentials_changed_on)
  return SecretHash.hashOf(
    Redacted.make(`credentials ${password_hash ?? ""} ${totp_secret ?? ""} ${passkeys} ${changed}`)
  )
}
