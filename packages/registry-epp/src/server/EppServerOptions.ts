import type { Redacted } from "effect"
import type { AllocationTokens } from "./allocationTokens.ts"
import type { SubProducts } from "./subProducts.ts"

/** Options of an EPP server in front of a simulated registry. */
export interface EppServerOptions {
  /** 0 selects any free port. */
  readonly port: number
  /** Default `127.0.0.1`. */
  readonly host?: string
  /** Key of the simulated registry that is served. */
  readonly registry: string
  readonly registrars: ReadonlyArray<RegistrarLogin>
  readonly tls: ServerCertificate
  readonly limits?: Partial<EppServerLimits>
  /**
   * Suffixes of the registry by sub-product, such as `{ dotCOM: "com" }`. With them, every command about a domain, host
   * or contact needs Verisign's Namestore extension.
   */
  readonly subProducts?: SubProducts
  /** True if every domain needs an auth code: create and update commands without one are refused (2306). Default false. */
  readonly requiresAuthCodes?: boolean
  /** Allocation tokens (RFC 8495). Without them the extension is not offered. */
  readonly allocationTokens?: AllocationTokens
  /** Name of the server in the greeting; 3 to 64 characters. */
  readonly svID?: string
  /** Called with every document as received and as sent. Documents contain passwords; `maskSecrets` removes them. */
  readonly onFrame?: (direction: "received" | "sent", document: string) => void
}

/** A registrar that can log in. */
export interface RegistrarLogin {
  /** 3 to 16 characters (RFC 5730, `clIDType`). */
  readonly clientId: string
  readonly password: Redacted.Redacted
  /**
   * Id of the registrar in responses (`clID`, `crID`, `upID`, `reID`, `acID`), if it differs from the client
   * identifier.
   */
  readonly shownAs?: string
  /**
   * Expiry of the password. Clients with the login security extension get warnings for 30 days before it (RFC 8807).
   */
  readonly passwordExpiresOn?: Date
  /** SHA-256 of the client certificate that the registrar must use, in hexadecimal with or without colons. */
  readonly certificateFingerprint?: string
}

/** Certificate, key and authorities in PEM. */
export interface ServerCertificate {
  readonly certificate: string
  readonly key: string
  /**
   * Authorities of client certificates. Without them any certificate is accepted, and only its fingerprint is checked.
   */
  readonly clientAuthority?: string
}

export interface EppServerLimits {
  readonly sessionsPerRegistrar: number
  readonly idleMillis: number
  /** Time from the start of a connection to its login, including the TLS handshake. Measured by the machine's clock. */
  readonly loginMillis: number
  /** Maximum number of connections. Further ones are closed before the TLS handshake. */
  readonly connections: number
  /** Maximum number of connections of one IPv4 address, or of one IPv6 network (/64). */
  readonly connectionsPerNetwork: number
  /**
   * Pause of an account after a failed login, doubled with each further failure in a row up to 30 seconds. Until its
   * end further logins of the account wait, on any connection; 0 for no pause.
   */
  readonly failedLoginMillis: number
  /** Maximum size of a frame, including its header. */
  readonly frameBytes: number
  readonly namesPerCheck: number
  /** Maximum number of failed logins of one connection; one more closes it. */
  readonly failedLogins: number
  /**
   * Maximum number of commands of one connection, including the login. The server closes it after the last response.
   */
  readonly commandsPerConnection: number
}

export const standardServerLimits: EppServerLimits = {
  sessionsPerRegistrar: 10,
  idleMillis: 10 * 60_000,
  loginMillis: 60_000,
  connections: 500,
  connectionsPerNetwork: 100,
  failedLoginMillis: 1000,
  frameBytes: 1024 * 1024,
  namesPerCheck: 50,
  failedLogins: 3,
  commandsPerConnection: Infinity
}
