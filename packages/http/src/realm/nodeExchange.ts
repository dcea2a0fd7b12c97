import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http"
import { Socket } from "node:net"

/** A request as a handler written for Node's server is to see it. */
export interface NodeRequest {
  readonly method: string
  /** Path and query as the browser asked for them, with the path of the installation before them. */
  readonly url: string
  /** The part of the path that the handler does not know of. */
  readonly mountPath: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The address of who asks. */
  readonly address: string | undefined
  readonly isEncrypted: boolean
}

/** What it answered. */
export interface NodeAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
}

/**
 * Lets a handler that was written for Node's server answer a request of any transport. Nothing of the connection reaches
 * it but what is said here; so the addresses that it makes follow the settings, and never what a caller wrote into `Host`.
 */
export const nodeExchange = (
  request: NodeRequest,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void
): Promise<NodeAnswer> =>
  new Promise((resolve) => {
    const incoming = incomingOf(request)
    handle(incoming, new CollectedResponse(incoming, resolve))
  })

/** The request alone, for who reads its headers and answers in another way. */
export const nodeRequest = (request: NodeRequest) => {
  const incoming = incomingOf(request)
  return { incoming, outgoing: new CollectedResponse(incoming, () => {}) }
}

const incomingOf = ({ address, body, headers, isEncrypted, method, mountPath, url }: NodeRequest): IncomingMessage => {
  const socket = new Socket()
  Object.defineProperties(socket, { remoteAddress: { value: address ?? "" }, encrypted: { value: isEncrypted } })
  const incoming = new IncomingMessage(socket)
  incoming.method = method
  incoming.url = url.slice(mountPath.length)
  Object.assign(incoming, { originalUrl: url })
  for (const [name, value] of Object.entries(headers)) incoming.headers[name] = value
  if (body.length > 0) {
    incoming.headers["content-length"] = String(body.length)
    incoming.push(body)
  } else {
    delete incoming.headers["content-length"]
  }
  delete incoming.headers["transfer-encoding"]
  incoming.push(null)
  return incoming
}

/** Keeps what is written until the answer is complete. */
class CollectedResponse extends ServerResponse {
  readonly #chunks: Array<Uint8Array> = []
  readonly #done: (answer: NodeAnswer) => void

  constructor(request: IncomingMessage, done: (answer: NodeAnswer) => void) {
    super(request)
    this.#done = done
  }

  override write(chunk: unknown): boolean {
    this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk as Uint8Array)
    return true
  }

  override end(chunk?: unknown): this {
    if (this.finished) return this
    if (typeof chunk === "string" || chunk instanceof Uint8Array) this.write(chunk)
    this.finished = true
    this.#done({ status: this.statusCode, headers: this.getHeaders(), body: Buffer.concat(this.#chunks) })
    this.emit("finish")
    this.emit("close")
    return this
  }
}
