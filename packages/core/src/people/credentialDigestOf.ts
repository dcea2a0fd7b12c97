import { Redacted } from "effect"
import { SecretHash, type StoredUserCredentials } from "../access/index.ts"

/** Digest of a user's password and authenticator. Times are whole seconds, so the hash of the password is part of it. */
export const credentialDigestOf = ({ password_hash, totp_secret }: StoredUserCredentials) =>
  SecretHash.hashOf(Redacted.make(`credentials ${password_hash ?? ""} ${totp_secret ?? ""}`))
