import type { HttpServerRequest } from "effect/http"
import { plainRoutes } from "../platform/operations.ts"
import { hostnameOf } from "../shared/hostnameOf.ts"
import type { CoveredHosts } from "./CoveredHosts.ts"

/** Hosts that a request names: in its header and in an absolute target (RFC 9112, section 3.2.2). */
const namedHosts = ({ headers, originalUrl }: HttpServerRequest.HttpServerRequest): ReadonlyArray<string> => {
  const absolute = /^https?:\/\/([^/?#]*)/i.exec(originalUrl)?.[1]
  return [headers["host"], absolute].flatMap((host) => host === undefined ? [] : [host])
}

/**
 * True if the connection's certificate does not cover a host of the request (RFC 9110, section 15.5.20). Health checks may come
 * to an address: they are the same for every host.
 */
export const isMisdirected = (
  request: HttpServerRequest.HttpServerRequest,
  covers: (typeof CoveredHosts)["Service"]
): boolean => {
  if (request.url === plainRoutes.live || request.url === plainRoutes.ready) return false
  return namedHosts(request).some((host) => !covers(request.source, hostnameOf(host) ?? ""))
}
