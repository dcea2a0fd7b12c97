import { challengePath, ChallengeResponses } from "@namewright/core/certificates"
import type { Platform } from "@namewright/core/embed"
import { Effect, Option } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"

/** Serves the responses to challenges, as every server of the installation does. */
export const challengeServer = async ({ runtime }: Pick<Platform, "runtime">, port: number) => {
  const requests: Array<string> = []
  const server = createServer((request, response) => {
    const { host = "", url = "" } = { host: request.headers.host, url: request.url }
    requests.push(host.replace(/:\d+$/, ""))
    void runtime.runPromise(
      Effect.flatMap(ChallengeResponses, (found) => found.find(url.slice(challengePath.length)))
    ).then((body) => {
      response.statusCode = Option.isSome(body) ? 200 : 404
      response.end(Option.getOrElse(body, () => ""))
    })
  }).listen(port, "127.0.0.1")
  await once(server, "listening")
  return { requests, close: () => new Promise((resolve) => server.close(resolve)) }
}
