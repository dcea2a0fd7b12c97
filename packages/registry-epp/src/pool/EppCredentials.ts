import { Effect, type Redacted } from "effect"

/** Credentials of the account. */
export interface StoredCredentials {
  /** The registrar's client identifier (RFC 5730, section 2.9.1.1), 3 to 16 characters. */
  readonly clientId: string
  readonly password: Redacted.Redacted
  /** New password of a change whose outcome is unknown. */
  readonly proposed?: Redacted.Redacted | undefined
}

/**
 * Storage of the account's credentials. They are read before each login, so that another process can change them. A
 * password is changed in steps that survive a crash at any point: propose, log in with it, promote. Failures are
 * defects.
 */
export interface EppCredentials {
  readonly read: Effect.Effect<StoredCredentials>
  /** Stores a password beside the current one, durably before the effect ends. */
  readonly propose: (password: Redacted.Redacted) => Effect.Effect<void>
  /** Makes the proposed password the current one. */
  readonly promote: Effect.Effect<void>
  /** Deletes the proposed password, which the registry refused. */
  readonly withdraw: Effect.Effect<void>
}

/** Immutable credentials. Proposing a password is a defect. */
export const fixedCredentials = (clientId: string, password: Redacted.Redacted): EppCredentials => ({
  read: Effect.succeed({ clientId, password }),
  propose: () => Effect.die(new Error("The password comes from where it cannot be changed")),
  promote: Effect.void,
  withdraw: Effect.void
})
