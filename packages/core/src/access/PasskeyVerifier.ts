import { Context, type Effect } from "effect"
import type { Passkey, PasskeyCredential, RelyingParty } from "./Passkey.ts"
import type { PasskeyRefused } from "./PasskeyError.ts"

/** What a response of an authenticator is compared with. */
export interface ExpectedCeremony {
  /** Challenge in base64url, which the installation issued for this ceremony only. */
  readonly challenge: string
  readonly relyingParty: RelyingParty
}

/**
 * Port for the verification of responses of authenticators (Web Authentication Level 3, sections 7.1 and 7.2). Both
 * methods require user presence and user verification. Responses are JSON of the browser, and not trusted.
 */
export class PasskeyVerifier extends Context.Service<PasskeyVerifier, {
  /** Credential of a registration (`navigator.credentials.create`). */
  readonly registration: (
    response: unknown,
    expected: ExpectedCeremony
  ) => Effect.Effect<PasskeyCredential, PasskeyRefused>
  /** Signature counter of a sign-in (`navigator.credentials.get`) with the passkey. */
  readonly assertion: (
    response: unknown,
    passkey: Passkey,
    expected: ExpectedCeremony
  ) => Effect.Effect<number, PasskeyRefused>
}>()("@namewright/core/access/PasskeyVerifier") {}
