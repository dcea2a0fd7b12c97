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

/** Response headers for a page of an admitted origin; none without an origin. */
export const crossOriginHeaders = (origin: string | undefined): Readonly<Record<string, string>> =>
  origin === undefined ? {} : {
    "access-control-allow-origin": origin,
    "access-control-expose-headers": answerHeaders.join(", "),
    vary: "Origin"
  }

/** Response headers of a browser's preflight request. */
export const preflightHeaders = (origin: string | undefined): Readonly<Record<string, string>> => ({
  ...crossOriginHeaders(origin),
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": requestHeaders.join(", "),
  "access-control-max-age": "600"
})
