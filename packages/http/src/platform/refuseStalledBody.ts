import type { IncomingMessage, ServerResponse } from "node:http"
import { type ProblemForm, problemText } from "../compatibility/clientProblem.ts"
import { problemJson } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"
import { requestIdOf } from "./requestId.ts"

/** Failure to read a body: no byte arrived for too long. */
export class BodyStalled extends Error {
  override readonly name = "BodyStalled"
}

/** Milliseconds without a byte of the body until the connection is closed. */
export const stalledAfter = 30_000

/**
 * Answers 408 and closes the connection once no byte of an incomplete body has arrived for `milliseconds`. A complete
 * request may take as long as its operation needs.
 */
export const refuseStalledBody = (
  request: IncomingMessage,
  response: ServerResponse,
  form: ProblemForm,
  milliseconds: number = stalledAfter
): void => {
  if (!announcesBody(request)) return
  const { socket } = request
  const before = socket.timeout ?? 0
  const refuse = () => {
    if (request.complete) return
    // Received bytes are waiting: the delay is the operation's, not the caller's.
    if (request.readableLength > 0) return void socket.setTimeout(milliseconds)
    if (response.headersSent) return void request.destroy(new BodyStalled())
    const problem = TransportProblem.requestTimeout(
      `The rest of the body did not arrive within ${milliseconds / 1000} s`
    )
    const body = problemText(problem, form)
    response.writeHead(problem.status, {
      "content-type": problemJson,
      "content-length": Buffer.byteLength(body),
      "x-request-id": requestIdOf(request),
      "cache-control": "no-store",
      connection: "close"
    })
    response.end(body, () => request.destroy(new BodyStalled()))
  }
  request.setTimeout(milliseconds, refuse)
  response.on("timeout", keepOpen)
  request.once("close", () => {
    response.off("timeout", keepOpen)
    if (!response.writableFinished) socket.setTimeout(before)
  })
}

/** Listener that keeps the connection open: without one, Node destroys it on a timeout. */
const keepOpen = () => {}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
