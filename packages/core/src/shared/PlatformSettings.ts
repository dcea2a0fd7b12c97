import { Context, type Redacted } from "effect"

/** Sandbox and production are apart: credentials and tokens of one do not work in the other. */
export type Environment = "sandbox" | "production"

/** What an installation is told when it starts; every service reads it from here, never from the environment. */
export interface PlatformSettings {
  readonly environment: Environment
  /** Where the REST interface is reached, without a trailing slash; also the issuer of its access tokens. */
  readonly base_url: string
  /**
   * For how long a process may go on with what it knows of a credential, its role and its organization, in seconds.
   * Changes made by the process itself take effect at once; 0 makes it ask the database on every request.
   */
  readonly credential_cache_seconds: number
  /** Encrypts private signing keys and webhook secrets at rest; without it the database holds them readable. */
  readonly key_encryption_secret?: Redacted.Redacted | undefined
  /** Whether webhooks may go to this machine itself, and there without TLS; for tests and development. */
  readonly webhook_loopback?: boolean | undefined
}

/** A sandbox on this machine. */
export const standardSettings: PlatformSettings = {
  environment: "sandbox",
  base_url: "http://127.0.0.1:8080",
  credential_cache_seconds: 5
}

/** The settings of this installation; the standard ones unless told otherwise. */
export const PlatformSettings = Context.Reference<PlatformSettings>("@namewright/core/shared/PlatformSettings", {
  defaultValue: () => standardSettings
})
