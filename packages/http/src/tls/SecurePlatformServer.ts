import type { IncomingMessage } from "node:http"
import { Server } from "node:https"
import type { TLSSocket } from "node:tls"
import type { ProblemForm } from "../compatibility/clientProblem.ts"
import { guardServer, type RefusedRequest, serverOptions, sweepIdle } from "../platform/PlatformServer.ts"
import { coversHost } from "./coversHost.ts"
import type { SecureContexts } from "./SecureContexts.ts"

/** Time for a handshake in milliseconds; Node's default is two minutes. */
const handshakeTimeout = 10_000

/**
 * HTTPS server of hosts whose certificates are stored. The name of the handshake (SNI) selects the certificate. It has no default
 * one: a handshake with an unknown name, or without a name, ends with an alert before any signature. HTTP/1.1 only.
 */
export class SecurePlatformServer extends Server {
  readonly #contexts: SecureContexts
  /** Names of the certificates that connections got. */
  readonly #presented = new WeakMap<object, ReadonlyArray<string>>()

  constructor(contexts: SecureContexts, form: ProblemForm, onRefused: (request: RefusedRequest) => void) {
    super({
      ...serverOptions,
      handshakeTimeout,
      SNICallback: (name, done) => {
        const host = name.toLowerCase()
        const used = contexts.used(host)
        // Without a promise, the handshake goes on in the same turn of the event loop.
        if (used !== undefined) return done(null, used.context)
        contexts.get(host).then(
          (entry) => done(null, entry?.context),
          // An error would reset the connection without an alert.
          () => done(null)
        )
      }
    })
    this.#contexts = contexts
    this.on("secureConnection", (socket) => void this.#presented.set(socket, this.#namesOf(socket)))
    guardServer(this, form, onRefused)
  }

  /** True if the certificate of the request's connection covers a host. */
  covers({ socket }: Pick<IncomingMessage, "socket">, host: string): boolean {
    const names = this.#presented.get(socket)
    return names === undefined || coversHost(names, host)
  }

  #namesOf({ servername }: TLSSocket & { readonly servername?: string | false | null }): ReadonlyArray<string> {
    const host = typeof servername === "string" ? servername.toLowerCase() : ""
    return this.#contexts.cached(host)?.certificate.names ?? [host]
  }

  override close(callback?: (error?: Error) => void): this {
    return super.close(sweepIdle(this, callback))
  }
}
