import type { Redacted } from "effect"
import type { AllocationTokens } from "./allocationTokens.ts"
import type { SubProducts } from "./subProducts.ts"

/** Options of an EPP server in front of a simulated registry. */
export interface EppServerOptions {
  /** 0 for any free one. */
  readonly port: number
  /** `127.0.0.1` unless told. */
  readonly host?: string
  /** The key of the simulated registry whose names it serves. */
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
  /** How the greeting names the server; 3 to 64 characters. */
  readonly svID?: string
  /** Sees every document, as it came and as it leaves. Documents hold passwords; `maskSecrets` takes them out. */
  readonly onFrame?: (direction: "received" | "sent", document: string) => void
}

/** A registrar who may log in. */
export interface RegistrarLogin {
  /** 3 to 16 characters (RFC 5730, `clIDType`). */
  readonly clientId: string
  readonly password: Redacted.Redacted
  /** Id of the registrar in answers (`clID`, `crID`, `upID`, `reID`, `acID`), where it differs from the login's. */
  readonly shownAs?: string
  /** When the password stops to count. Those who announce login security are warned for 30 days before (RFC 8807). */
  readonly passwordExpiresOn?: Date
  /** SHA-256 of the client certificate that the registrar has to show, in hexadecimal with or without colons. */
  readonly certificateFingerprint?: string
}

/** All in PEM. */
export interface ServerCertificate {
  readonly certificate: string
  readonly key: string
  /** Whose client certificates are taken; without it any is, and only its fingerprint counts. */
  readonly clientAuthority?: string
}

export interface EppServerLimits {
  readonly sessionsPerRegistrar: number
  readonly idleMillis: number
  /** From the beginning of a connection to its login, the TLS handshake included. By the time of the machine. */
  readonly loginMillis: number
  /** Connections of all clients; further ones are closed before the TLS handshake. */
  readonly connections: number
  /** Connections of one IPv4 address, or of one IPv6 network (/64). */
  readonly connectionsPerNetwork: number
  /**
   * Pause of an account after a failed login, doubled with each further failure in a row up to 30 seconds. Until its end
   * further logins of the account wait, over whatever connection; 0 for none.
   */
  readonly failedLoginMillis: number
  /** Header included. */
  readonly frameBytes: number
  readonly namesPerCheck: number
  /** Failed logins of one connection; one more ends it. */
  readonly failedLogins: number
  /** Commands of one connection, the login among them; the server closes it behind the answer to the last one. */
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
