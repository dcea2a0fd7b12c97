import { type IncomingMessage, Server, type ServerOptions, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { type ProblemForm, problemText } from "../compatibility/clientProblem.ts"
import { type ProblemBody, problemJson } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"
import { refuseStalledBody, stalledAfter } from "./refuseStalledBody.ts"

/** A request that Node refused before it reached a route. */
export interface RefusedRequest {
  readonly request_id: string
  readonly status: number
}

/**
 * Bytes of the request line and the headers. Enough for a stream of 1,000 names in the query with labels of 63 octets;
 * Node's default is 16 KiB.
 */
const maximumHeadBytes = 128 * 1024

/** Options of a guarded server. A missing `Host` is refused by the request boundary, with a problem body. */
export const serverOptions: ServerOptions = { requireHostHeader: false, maxHeaderSize: maximumHeadBytes }

/**
 * Node's HTTP server. A request that Node refuses gets a problem body and a request id, then the connection is closed.
 */
export class PlatformServer extends Server {
  constructor(
    form: ProblemForm,
    onRefused: (request: RefusedRequest) => void,
    stalledAfterMillis: number = stalledAfter
  ) {
    super(serverOptions)
    guardServer(this, form, onRefused, stalledAfterMillis)
  }

  override close(callback?: (error?: Error) => void): this {
    return super.close(sweepIdle(this, callback))
  }
}

/** Answers the requests that a server of Node refuses, over HTTP or HTTPS. */
export const guardServer = (
  server: Server,
  form: ProblemForm,
  onRefused: (request: RefusedRequest) => void,
  stalledAfterMillis: number = stalledAfter
): void => {
  const answering = new WeakMap<Duplex, ServerResponse>()
  const refused = new WeakSet<Duplex>()

  const refuse = (socket: Duplex, problem: ProblemBody): void => {
    if (refused.has(socket)) return
    refused.add(socket)
    const isAnswered = answering.get(socket)?.headersSent === true
    if (!socket.writable || isAnswered) return void socket.destroy()
    const request_id = crypto.randomUUID()
    socket.end(answerText(problem, request_id, form))
    // The caller may still send. An immediate `destroy` would reset the connection and lose the response.
    const closing = setTimeout(() => socket.destroy(), closeGraceMillis)
    socket.once("close", () => clearTimeout(closing))
    onRefused({ request_id, status: problem.status })
  }

  const received = (request: IncomingMessage, response: ServerResponse): void => {
    answering.set(request.socket, response)
    response.once("finish", () => answering.delete(request.socket))
    refuseStalledBody(request, response, form, stalledAfterMillis)
  }

  server.on("request", received)
  server.on("checkContinue", received)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const isGone = error.code === "ECONNRESET" || error.code === "EPIPE"
    return isGone ? void socket.destroy() : refuse(socket, parserProblem(error.code))
  })
  server.on(
    "checkExpectation",
    ({ headers, socket }) =>
      refuse(socket, TransportProblem.expectationFailed(`The expectation ${headers.expect} is not supported`))
  )
  server.on("connect", (_, socket) => refuse(socket, TransportProblem.methodNotAllowed("This server is not a proxy")))
}

/**
 * Callback of `close`. Node closes idle connections only once, at `close`. Connections that become idle later would delay
 * the shutdown, so they are closed until the server has ended.
 */
export const sweepIdle = (
  server: Pick<Server, "closeIdleConnections">,
  callback: ((error?: Error) => void) | undefined
): (error?: Error) => void => {
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  return (error) => {
    clearInterval(sweep)
    callback?.(error)
  }
}

/** Milliseconds for the caller to read the response before its connection is destroyed. */
const closeGraceMillis = 500

const parserProblem = (code: string | undefined): ProblemBody => {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return TransportProblem.headersTooLarge("The headers of the request are too large")
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return TransportProblem.payloadTooLarge("The chunk extensions of the body are too large")
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return TransportProblem.requestTimeout("The request did not arrive in time")
    default:
      return TransportProblem.badRequest("The request is not valid HTTP")
  }
}

const answerText = (problem: ProblemBody, request_id: string, form: ProblemForm): string => {
  const body = problemText(problem, form)
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${problemJson}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    `X-Request-Id: ${request_id}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
    "",
    body
  ].join("\r\n")
}
