import { Context, type Redacted } from "effect"

/** Sandbox and production are apart: credentials and tokens of one do not work in the other. */
export type Environment = "sandbox" | "production"

/** What zones are made with. Names are written as hostnames, without the final dot. */
export interface DnsSettings {
  /** The nameservers of zones without a vanity set; the first is the MNAME of their SOA. At least one. */
  readonly nameservers: ReadonlyArray<string>
  /** The mailbox of the SOA in DNS form, `hostmaster.example.com`. */
  readonly rname: string
  /** Where vanity nameservers lead to; the same for every hostname. */
  readonly anycast: { readonly ipv4: ReadonlyArray<string>; readonly ipv6: ReadonlyArray<string> }
  /** For how long caches keep the DS records of the parents, in seconds; signing is not undone before that. */
  readonly parent_ds_ttl_seconds: number
  /** How signed zones prove that a name does not exist. */
  readonly denial: "nsec" | "nsec3"
  /**
   * Names of the operator, such as zones of its own and catalog zones. Nobody else makes zones of them, nor above or
   * below them. The domains of the nameservers, of the mailbox and of the base URL are reserved without being listed.
   */
  readonly reserved?: ReadonlyArray<string> | undefined
  /** Ids of organizations that may make zones of the operator's names. */
  readonly operators?: ReadonlyArray<string> | undefined
}

/** Settings of an installation. Services read them here, never from the environment. */
export interface PlatformSettings {
  readonly environment: Environment
  /** Where the REST interface is reached, without a trailing slash; also the issuer of its access tokens. */
  readonly base_url: string
  /**
   * For how long a process may go on with what it knows of a credential, its role and its organization, in seconds.
   * Changes made by the process itself take effect at once; 0 makes it ask the database on every request.
   */
  readonly credential_cache_seconds: number
  /** Encrypts private keys, webhook secrets, second factors and what the sign-in realm keeps, at rest; without it the database holds them readable. */
  readonly key_encryption_secret?: Redacted.Redacted | undefined
  /** Whether webhooks may go to this machine itself, and there without TLS; for tests and development. */
  readonly webhook_loopback?: boolean | undefined
  /** Below which address a person finds the page of an approval, by its id; absent where there is no such page. */
  readonly approval_pages?: string | undefined
  /**
   * Client ids of the operator's own programs, such as a console: with their tokens people call the REST interface
   * directly, and not through an agent. Default none.
   */
  readonly own_programs?: ReadonlyArray<string> | undefined
  readonly dns: DnsSettings
}

/** A sandbox on this machine. */
export const standardSettings: PlatformSettings = {
  environment: "sandbox",
  base_url: "http://127.0.0.1:8080",
  credential_cache_seconds: 5,
  dns: {
    nameservers: ["ns1.namewright.test", "ns2.namewright.test"],
    rname: "hostmaster.namewright.test",
    anycast: { ipv4: ["192.0.2.1", "198.51.100.1"], ipv6: ["2001:db8:1::1", "2001:db8:2::1"] },
    parent_ds_ttl_seconds: 86_400,
    denial: "nsec"
  }
}

/** The settings of this installation; the standard ones unless told otherwise. */
export const PlatformSettings = Context.Reference<PlatformSettings>("@namewright/core/shared/PlatformSettings", {
  defaultValue: () => standardSettings
})
