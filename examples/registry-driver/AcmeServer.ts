import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

/** A domain of the registry, as its interface shows it. */
export interface AcmeDomain {
  readonly id: string
  readonly name: string
  readonly registrar: string
  readonly nameservers: ReadonlyArray<string>
  readonly created: string
  readonly expires: string
}

/**
 * Failure of the next registration. `busy`: it is not carried out. `lost`: it is carried out, and the connection ends
 * without a response. `silent`: it is carried out, and no response follows.
 */
export type AcmeFault = "busy" | LostResponse
type LostResponse = "lost" | "silent"

interface Answer {
  readonly status: number | LostResponse
  readonly body?: unknown
}

/** A small registry with a REST interface, for names below `.acme`. The token of a registrar is its name. */
export class AcmeServer {
  readonly domains = new Map<string, AcmeDomain>()
  /** Number of registrations that were carried out. */
  registrations = 0
  fault: AcmeFault | undefined
  readonly #server: Server
  readonly #results = new Map<string, AcmeDomain>()
  #onCarriedOut: () => void = () => {}

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const { body, status } = this.#answer(request, await text(request))
      if (status === "silent") return
      if (status === "lost") return void request.socket.destroy()
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    })
  }

  static async start(): Promise<AcmeServer> {
    const acme = new AcmeServer()
    await new Promise<void>((resolve) => acme.#server.listen(0, "127.0.0.1", resolve))
    return acme
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resolves when the next registration was carried out. */
  carriedOut(): Promise<void> {
    return new Promise((resolve) => {
      this.#onCarriedOut = resolve
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer({ headers, method, url = "" }: IncomingMessage, sent: string): Answer {
    const registrar = headers.authorization?.slice("Bearer ".length) ?? ""
    if (method === "POST" && url === "/checks") {
      const { names } = JSON.parse(sent)
      return {
        status: 200,
        body: names.map((name: string) => ({ name, free: isOurs(name) && !this.domains.has(name) }))
      }
    }
    if (method === "POST" && url === "/domains") {
      return this.#register(registrar, String(headers["idempotency-key"]), sent)
    }
    const found = this.domains.get(decodeURIComponent(url.slice("/domains/".length)))
    return found === undefined ? { status: 404, body: { code: "NOT_FOUND" } } : { status: 200, body: found }
  }

  #register(registrar: string, key: string, sent: string): Answer {
    const { name, nameservers, years } = JSON.parse(sent)
    const { fault } = this
    this.fault = undefined
    if (fault === "busy") return { status: 503, body: { code: "BUSY" } }
    const known = this.#results.get(key)
    if (known !== undefined) return { status: 200, body: known }
    if (!isOurs(name)) return { status: 422, body: { code: "FOREIGN_NAME" } }
    if (this.domains.has(name)) return { status: 409, body: { code: "TAKEN" } }
    const created = new Date()
    created.setUTCMilliseconds(0)
    const expires = new Date(created)
    expires.setUTCFullYear(created.getUTCFullYear() + years)
    this.registrations += 1
    const domain = {
      id: `ACME-${this.domains.size + 1}`,
      name,
      registrar,
      nameservers,
      created: created.toISOString(),
      expires: expires.toISOString()
    }
    this.domains.set(name, domain)
    this.#results.set(key, domain)
    this.#onCarriedOut()
    return fault === undefined ? { status: 201, body: domain } : { status: fault }
  }
}

const isOurs = (name: string): boolean => name.endsWith(".acme")
