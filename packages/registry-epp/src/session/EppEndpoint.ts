import type { Redacted } from "effect"

/** Address of a registry, and TLS options of both sides. */
export interface EppEndpoint {
  readonly host: string
  /** IANA has assigned 700 (RFC 5734, section 6). */
  readonly port: number
  readonly tls?: EppTls | undefined
}

/** Certificates and keys are texts in PEM. */
export interface EppTls {
  /** SNI name, which the server's certificate must contain. Default: `host`. */
  readonly serverName?: string | undefined
  /** Certificate authorities of the server's certificate. Default: the system's. */
  readonly ca?: string | undefined
  /** The registrar's own certificate, for registries that ask for one. */
  readonly certificate?: string | undefined
  readonly key?: Redacted.Redacted | undefined
  readonly passphrase?: Redacted.Redacted | undefined
}
