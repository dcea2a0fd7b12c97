import { Redacted } from "effect"
import { createSecureContext, type SecureContext } from "node:tls"

/** A certificate as a server presents it. */
export interface PresentedCertificate {
  /** Hosts that it covers, in lower case; `*.example.com` covers one label. */
  readonly names: ReadonlyArray<string>
  /** PEM of the certificate and of intermediate authorities. */
  readonly chain: string
  /** Private key in PEM. */
  readonly key: Redacted.Redacted
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** The certificate of a host; undefined for an unknown host. Rejects if it cannot be read. */
export type FindCertificate = (host: string) => Promise<PresentedCertificate | undefined>

/** A certificate that is ready for handshakes. */
export interface SecureEntry {
  readonly certificate: PresentedCertificate
  readonly context: SecureContext
}

export interface SecureContextsOptions {
  readonly find: FindCertificate
  /** Current time in milliseconds since 1970. */
  readonly now: () => number
  /** Hosts that are kept; one takes about 43 KiB. Default 1,000. */
  readonly maximum?: number | undefined
}

const standardMaximum = 1_000

/** Time for which a certificate is used before it is read again, in milliseconds. */
const freshness = 60_000

/** Time until a certificate that could not be read is read again, in milliseconds. */
const retryPause = 5_000

/** Time for which a host without a certificate is not looked up again, in milliseconds. */
const unknownPause = 10_000

/** Certificates that are read at once. Handshakes with other hosts are refused until one of them is there. */
const maximumReads = 100

interface Cached extends SecureEntry {
  /** Time at which it is read again. */
  rereadAt: number
}

/**
 * Secure contexts of the hosts that were used last. Others are read when a handshake names them. A context that is older than
 * a minute is read again beside the handshakes that use it, so a renewed certificate needs no restart.
 */
export class SecureContexts {
  readonly #find: FindCertificate
  readonly #now: () => number
  readonly #maximum: number
  /** In the order of their last use. */
  readonly #cached = new Map<string, Cached>()
  /** Those of wildcards, which all hosts share that have no certificate of their own. */
  readonly #wildcards = new Map<string, SecureEntry>()
  readonly #unknown = new Map<string, number>()
  readonly #reading = new Map<string, Promise<SecureEntry | undefined>>()

  constructor({ find, maximum = standardMaximum, now }: SecureContextsOptions) {
    this.#find = find
    this.#now = now
    this.#maximum = maximum
  }

  get size(): number {
    return this.#cached.size
  }

  /** The entry of a host in lower case, without a look-up. */
  cached(host: string): SecureEntry | undefined {
    return this.#cached.get(host)
  }

  /** The valid entry of a host in lower case, as one that is used: it is read again beside the caller if it is old. */
  used(host: string): SecureEntry | undefined {
    const now = this.#now()
    const cached = this.#cached.get(host)
    if (cached === undefined || cached.certificate.expires <= now) return undefined
    this.#cached.delete(host)
    this.#cached.set(host, cached)
    if (cached.rereadAt <= now) {
      cached.rereadAt = now + retryPause
      void this.#read(host).catch(() => {})
    }
    return cached
  }

  /** The entry of a host in lower case; undefined for an unknown host. Rejects if its certificate cannot be read. */
  async get(host: string): Promise<SecureEntry | undefined> {
    const used = this.used(host)
    if (used !== undefined) return used
    if ((this.#unknown.get(host) ?? 0) > this.#now()) return undefined
    return this.#read(host)
  }

  #read(host: string): Promise<SecureEntry | undefined> {
    const reading = this.#reading.get(host)
    if (reading !== undefined) return reading
    if (this.#reading.size >= maximumReads) return Promise.reject(new Error("Too many certificates are being read"))
    const started = this.#find(host).then((found) => this.#keep(host, found)).finally(() => this.#reading.delete(host))
    this.#reading.set(host, started)
    return started
  }

  #keep(host: string, certificate: PresentedCertificate | undefined): SecureEntry | undefined {
    const now = this.#now()
    if (certificate === undefined) {
      this.#cached.delete(host)
      this.#unknown.delete(host)
      this.#unknown.set(host, now + unknownPause)
      removeOldest(this.#unknown, this.#maximum)
      return undefined
    }
    const rereadAt = now + freshness
    const cached = this.#cached.get(host)
    if (cached?.certificate.chain === certificate.chain) {
      cached.rereadAt = rereadAt
      return cached
    }
    const entry = { certificate, context: this.#contextOf(host, certificate), rereadAt }
    this.#unknown.delete(host)
    this.#cached.delete(host)
    this.#cached.set(host, entry)
    removeOldest(this.#cached, this.#maximum)
    return entry
  }

  #contextOf(host: string, certificate: PresentedCertificate): SecureContext {
    const wildcard = certificate.names.includes(host) ? undefined : `*${host.slice(host.indexOf("."))}`
    const known = wildcard === undefined ? undefined : this.#wildcards.get(wildcard)
    if (known?.certificate.chain === certificate.chain) return known.context
    const context = createSecureContext({ cert: certificate.chain, key: Redacted.value(certificate.key) })
    if (wildcard !== undefined) {
      this.#wildcards.delete(wildcard)
      this.#wildcards.set(wildcard, { certificate, context })
      removeOldest(this.#wildcards, this.#maximum)
    }
    return context
  }
}

const removeOldest = (map: Map<string, unknown>, maximum: number): void => {
  if (map.size <= maximum) return
  for (const oldest of map.keys()) {
    map.delete(oldest)
    return
  }
}
