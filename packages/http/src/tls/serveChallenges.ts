import { ChallengeResponses } from "@namewright/core/certificates"
import { Readiness } from "@namewright/core/shared"
import { Effect, Layer, Option } from "effect"
import { HttpServerError } from "effect/http"
import type { Server } from "node:http"
import { challengeServer } from "./ChallengeServer.ts"
import type { SecureContexts } from "./SecureContexts.ts"

export interface ServeChallengesOptions {
  readonly host: string
  /** Port for authorities and browsers, which use port 80. */
  readonly port: number
  /** Port of HTTPS in redirects. */
  readonly securePort: number
  /** Contexts of the HTTPS server. */
  readonly contexts: SecureContexts
  /** Host of the platform itself. */
  readonly ownHost: string
}

/**
 * Serves the challenges of certificate authorities over plain HTTP, and redirects to HTTPS. Several processes can answer for one
 * database.
 */
export const serveChallenges = (
  { contexts, host, ownHost, port, securePort }: ServeChallengesOptions
): Layer.Layer<never, HttpServerError.ServeError, ChallengeResponses | Readiness> =>
  Layer.effectDiscard(Effect.gen(function*() {
    const responses = yield* ChallengeResponses
    const readiness = yield* Readiness
    const run = Effect.runPromiseWith(yield* Effect.context<never>())
    const isServed = isServedBy(contexts)
    const server = challengeServer({
      responseTo: (token) => run(Effect.map(responses.find(token), Option.getOrUndefined)),
      isServed,
      ownHost,
      securePort,
      readiness: async () => {
        if (!(await run(readiness.check))) return "The storage does not answer"
        return (await isServed(ownHost)) || `The certificate of ${ownHost} is not issued yet`
      }
    })
    yield* Effect.acquireRelease(listening(server, host, port), () => closed(server))
  }))

const isServedBy = (contexts: SecureContexts) => async (host: string): Promise<boolean> =>
  (await contexts.get(host)) !== undefined

const listening = (server: Server, host: string, port: number) =>
  Effect.callback<void, HttpServerError.ServeError>((resume) => {
    server.once("error", (cause) => resume(Effect.fail(new HttpServerError.ServeError({ cause }))))
    server.listen({ host, port }, () => {
      server.removeAllListeners("error")
      // An error without a listener ends the process, such as one for want of file descriptors.
      server.on("error", () => {})
      resume(Effect.void)
    })
  })

const closed = (server: Server) =>
  Effect.callback<void>((resume) => {
    server.close(() => resume(Effect.void))
    server.closeAllConnections()
  })
