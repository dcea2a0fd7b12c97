import { Schema } from "effect"
import { Instant, limits, type PlatformSettings, TypeId } from "../shared/index.ts"
import { UserId } from "./User.ts"

export const PasskeyId = TypeId.schema("passkey").pipe(Schema.brand("PasskeyId"))
export type PasskeyId = typeof PasskeyId.Type
export const newPasskeyId = TypeId.generator("passkey", (text) => PasskeyId.make(text))

/** Credential that an authenticator creates (Web Authentication Level 3). The private key never leaves it. */
export const PasskeyCredential = Schema.Struct({
  /** Id of the credential, in base64url. */
  credential_id: Schema.String,
  /** COSE key (RFC 9052), in base64url. */
  public_key: Schema.String,
  /** Signature counter; 0 for authenticators without one. */
  counter: Schema.Int,
  /** Ways to reach the authenticator: `internal`, `hybrid`, `usb`. */
  transports: Schema.Array(Schema.String)
})
export type PasskeyCredential = typeof PasskeyCredential.Type

/** Passkey of a user. */
export const Passkey = Schema.Struct({
  passkey_id: PasskeyId,
  user_id: UserId,
  /** Name that the user has chosen. */
  name: Schema.String,
  ...PasskeyCredential.fields,
  created_on: Instant.Instant,
  last_used_on: Schema.NullOr(Instant.Instant)
})
export type Passkey = typeof Passkey.Type

/** Relying party: browsers offer its passkeys only at this origin. */
export interface RelyingParty {
  /** Host name of the base URL. */
  readonly id: string
  readonly origin: string
}

const address = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

/**
 * The relying party of an installation. Undefined where browsers offer no passkeys: at IP addresses, and without TLS at
 * other hosts than `localhost`.
 */
export const relyingPartyOf = ({ base_url }: Pick<PlatformSettings, "base_url">): RelyingParty | undefined => {
  const { hostname, origin, protocol } = new URL(base_url)
  const isSecure = protocol === "https:" || hostname === "localhost" || hostname.endsWith(".localhost")
  return isSecure && !address.test(hostname) ? { id: hostname, origin } : undefined
}

/** The name as stored: without control characters and surrounding space, at most 50 characters. */
export const passkeyName = (text: string, fallback: string): string => {
  const name = Array.from(text.replaceAll(/\p{Cc}/gu, "").trim()).slice(0, limits.passkeys.name).join("").trim()
  return name === "" ? fallback : name
}
