import { Context, type Redacted } from "effect"

/** Sandbox and production are apart: credentials and tokens of one do not work in the other. */
export type Environment = "sandbox" | "production"

/** What an installation is told when it starts; every service reads it from here, never from the environment. */
export interface PlatformSettings {
  readonly environment: Environment
  /** Where the REST interface is reached, without a trailing slash; also the issuer of its access tokens. */
  readonly base_url: string
  /** Encrypts private signing keys at rest where given; at least 32 characters. */
  readonly key_encryption_secret?: Redacted.Redacted | undefined
}

/** The settings of this installation; a sandbox on this machine unless told otherwise. */
export const PlatformSettings = Context.Reference<PlatformSettings>("@namewright/core/shared/PlatformSettings", {
  defaultValue: () => ({ environment: "sandbox", base_url: "http://127.0.0.1:8080" })
})
