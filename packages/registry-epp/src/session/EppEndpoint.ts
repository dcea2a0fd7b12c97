import type { Redacted } from "effect"

/** Where a registry listens, and how it and the registrar prove who they are. */
export interface EppEndpoint {
  readonly host: string
  /** IANA has assigned 700 (RFC 5734, section 6). */
  readonly port: number
  readonly tls?: EppTls | undefined
}

/** Certificates and keys are texts in PEM. */
export interface EppTls {
  /** The name that is asked for and that the server's certificate must have; `host` by default. */
  readonly serverName?: string | undefined
  /** Whose signature the server's certificate must bear; the roots of the system by default. */
  readonly ca?: string | undefined
  /** The registrar's own certificate, for registries that ask for one. */
  readonly certificate?: string | undefined
  readonly key?: Redacted.Redacted | undefined
  readonly passphrase?: Redacted.Redacted | undefined
}
