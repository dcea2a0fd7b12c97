/** Headers that a page in a browser can send to the tool endpoint. */
const requestHeaders = [
  "authorization",
  "content-type",
  "accept",
  "mcp-protocol-version",
  "mcp-method",
  "mcp-name",
  "mcp-session-id",
  "last-event-id"
]

/** Headers of a response that such a page can read. */
const answerHeaders = ["www-authenticate", "x-request-id", "retry-after", "mcp-session-id"]

/** The headers of an answer for a page of an origin that may call; none where there is no page. */
export const crossOriginHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined ? {} : {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": answerHeaders.join(", "),
    vary: "Origin"
  }

/** The answer to the question that a browser asks before the request. */
export const preflightHeaders = (origin: string | undefined): Readonly<Record<string, string>> => ({
  ...crossOriginHeaders(origin),
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": requestHeaders.join(", "),
  "access-control-max-age": "600"
})
