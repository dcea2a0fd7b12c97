import { Context, Effect, Layer } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Received {
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

/** Receiver on this machine that responds according to the path. */
export class Receiver extends Context.Service<Receiver, {
  readonly port: number
  readonly received: Array<Received>
}>()("@namewright/http/test/webhooks/Receiver") {
  static readonly layer = Layer.effect(
    Receiver,
    Effect.gen(function*() {
      const received: Array<Received> = []
      const server = createServer((request, response) => {
        let body = ""
        request.on("data", (chunk) => body += String(chunk))
        request.on("end", () => {
          received.push({ path: request.url ?? "", headers: request.headers, body })
          answer(request.url ?? "", response)
        })
      })
      yield* Effect.acquireRelease(
        Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))),
        () => Effect.sync(() => void (server.closeAllConnections(), server.close()))
      )
      return { port: (server.address() as AddressInfo).port, received }
    })
  )
}

const answer = (path: string, response: ServerResponse) => {
  if (path === "/never") return
  if (path === "/moved") return void response.writeHead(302, { location: "/ok" }).end()
  if (path === "/long") return void response.writeHead(200).end("x".repeat(200_000))
  if (path === "/endless") {
    response.writeHead(500)
    return void response.write("the beginning")
  }
  response.writeHead(path === "/gone" ? 410 : 200).end(`answer to ${path}`)
}
