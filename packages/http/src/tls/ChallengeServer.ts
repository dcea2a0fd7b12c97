import { challengePath } from "@namewright/core/certificates"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { plainRoutes } from "../platform/operations.ts"
import { hostnameOf } from "../shared/hostnameOf.ts"

export interface ChallengeServerOptions {
  /** Body of the response to a challenge; undefined for an unknown token. */
  readonly responseTo: (token: string) => Promise<string | undefined>
  /** True if HTTPS is served for a host in lower case. */
  readonly isServed: (host: string) => Promise<boolean>
  /** Host of the platform itself. */
  readonly ownHost: string
  /** Port of HTTPS for clients. */
  readonly securePort: number
  /** True if the storage answers and the own host has a certificate, or the reason why not. */
  readonly readiness: () => Promise<true | string>
}

/** Limits of a request that has only a head, in bytes and milliseconds. */
const maximumHeadBytes = 8 * 1024
const headTimeout = 10_000

/** Time for which browsers may keep a redirect, in seconds; permanent ones are kept without end. */
const redirectAge = 3_600

interface Answer {
  readonly status: number
  readonly body: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

const refused = (status: number, body: string): Answer => ({ status, body: `${body}\n` })

/** Path and query of a request target, also in its absolute form (RFC 9112, section 3.2.2). */
const pathOf = (target: string): string | undefined => {
  if (target.startsWith("/")) return target
  return /^https?:\/\/[^/?#]*(\/[^#]*)?$/i.exec(target)?.[1]
}

/**
 * HTTP server beside the one for HTTPS: answers the challenges of certificate authorities and the health checks, and redirects
 * everything else to HTTPS. It redirects to hosts that have a certificate only, so no header can name another address.
 */
export const challengeServer = (options: ChallengeServerOptions): Server =>
  createServer({ maxHeaderSize: maximumHeadBytes, headersTimeout: headTimeout, requestTimeout: headTimeout }, (
    request,
    response
  ) => {
    answerTo(request, options)
      .catch(() => refused(503, "The storage does not answer"))
      .then((answer) => send(request, response, answer))
      .catch(() => request.destroy())
  })

const answerTo = async (request: IncomingMessage, options: ChallengeServerOptions): Promise<Answer> => {
  const path = pathOf(request.url ?? "")
  if (path === undefined) return refused(400, "The request target is not valid")
  const isRead = request.method === "GET" || request.method === "HEAD"
  if (path.startsWith(challengePath)) {
    const body = isRead ? await options.responseTo(path.slice(challengePath.length)) : undefined
    return body === undefined
      ? refused(404, "Unknown token")
      : { status: 200, body, type: "application/octet-stream" }
  }
  if (isRead && path === plainRoutes.live) return json(200, { status: "ok" })
  if (isRead && path === plainRoutes.ready) {
    const ready = await options.readiness()
    return ready === true ? json(200, { status: "ok" }) : json(503, { status: "unavailable", detail: ready })
  }
  return redirect(path, request.headers.host ?? "", options)
}

const redirect = async (
  path: string,
  header: string,
  { isServed, ownHost, securePort }: ChallengeServerOptions
): Promise<Answer> => {
  const host = hostnameOf(header)
  if (host === undefined) return refused(400, "The header Host is not a hostname")
  if (await isServed(host)) {
    const port = securePort === 443 ? "" : `:${securePort}`
    return {
      status: 308,
      body: "",
      headers: { location: `https://${host}${port}${path}`, "cache-control": `max-age=${redirectAge}` }
    }
  }
  return host === ownHost
    ? { ...refused(503, "The certificate of this host is not issued yet"), headers: { "retry-after": "10" } }
    : refused(421, "This host is not served here")
}

const json = (status: number, body: unknown): Answer => ({
  status,
  body: JSON.stringify(body),
  type: "application/json"
})

const send = (request: IncomingMessage, response: ServerResponse, { body, headers, status, type }: Answer): void => {
  response.writeHead(status, {
    "content-type": type ?? "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
    ...headers
  })
  response.end(request.method === "HEAD" ? undefined : body)
}
