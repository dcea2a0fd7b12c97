import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"

/** Request for a handler of Node's HTTP server. */
export interface NodeRequest {
  readonly method: string
  /** Path and query as the browser sent them, with the path prefix of the installation. */
  readonly url: string
  /** Path prefix that the handler does not see. */
  readonly mountPath: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Address of the caller. */
  readonly address: string | undefined
  readonly isEncrypted: boolean
}

/** Response of the handler. */
export interface NodeAnswer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Uint8Array
}

/**
 * Runs a handler of Node's HTTP server for a request of any transport. The handler sees only these values of the
 * connection, so its URLs depend on the settings and not on the caller's `Host`.
 */
export const nodeExchange = async (
  { address, body, headers, isEncrypted, method, mountPath, url }: NodeRequest,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => void
): Promise<NodeAnswer> => {
  const { inject } = await import("light-my-request")
  // The body may have been rewritten, so its length is computed again.
  const { "content-length": _, "transfer-encoding": __, ...others } = headers
  const { raw, rawPayload, statusCode } = await inject(
    (incoming, outgoing) => {
      Object.assign(incoming, { url: url.slice(mountPath.length), originalUrl: url })
      Object.assign(incoming.socket, { encrypted: isEncrypted, remoteAddress: address ?? "" })
      handle(incoming, outgoing)
    },
    { method, url: "/", headers: others, ...(body.length > 0 && { payload: Buffer.from(body) }) }
  )
  return { status: statusCode, headers: raw.res.getHeaders(), body: rawPayload }
}

/** Calls a function that reads the headers of the request and writes no response. */
export const withNodeRequest = <A>(
  request: NodeRequest,
  use: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<A>
): Promise<A> =>
  new Promise((resolve, reject) => {
    nodeExchange(request, (incoming, outgoing) => {
      use(incoming, outgoing).then(resolve, reject)
      outgoing.end()
    }).catch(reject)
  })
