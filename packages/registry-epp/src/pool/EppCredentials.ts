import { Effect, type Redacted } from "effect"

/** Who logs in, and how. */
export interface StoredCredentials {
  /** The registrar's client identifier (RFC 5730, section 2.9.1.1), 3 to 16 characters. */
  readonly clientId: string
  readonly password: Redacted.Redacted
  /** A password that the registry was, or was about to be, asked to take; whether it did is not known. */
  readonly proposed?: Redacted.Redacted | undefined
}

/**
 * Where the account's credentials are kept. They are read before each login, so that another process can change them.
 * A password is changed in steps that survive a crash at any point: propose, log in with it, promote. Failures are
 * defects.
 */
export interface EppCredentials {
  readonly read: Effect.Effect<StoredCredentials>
  /** Keeps a password beside the one that is in use, on disk before the effect ends. */
  readonly propose: (password: Redacted.Redacted) => Effect.Effect<void>
  /** The proposed password is the one in use from now on. */
  readonly promote: Effect.Effect<void>
  /** Forgets the proposed password, which the registry did not take. */
  readonly withdraw: Effect.Effect<void>
}

/** Credentials that nobody changes; to propose a password is a defect. */
export const fixedCredentials = (clientId: string, password: Redacted.Redacted): EppCredentials => ({
  read: Effect.succeed({ clientId, password }),
  propose: () => Effect.die(new Error("The password comes from where it cannot be changed")),
  promote: Effect.void,
  withdraw: Effect.void
})
