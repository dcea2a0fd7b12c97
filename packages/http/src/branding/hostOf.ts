import type { HttpServerRequest } from "effect/http"

/** Host of a request in lower case, without its port; undefined without one. */
export const hostOf = ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): string | undefined => {
  const url = headers["host"] === undefined ? null : URL.parse(`http://${headers["host"]}`)
  return url === null ? undefined : url.hostname
}
