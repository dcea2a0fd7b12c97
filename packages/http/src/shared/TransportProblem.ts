import type { ProblemBody } from "./Problem.ts"

const problem =
  <const S extends number>(status: S, type: string, title: string) => (detail: string): ProblemBody<S> => ({
    type,
    title,
    status,
    code: `ERROR_${type.toUpperCase().replaceAll("-", "_")}`,
    detail
  })

const badRequest = problem(400, "bad-request", "Bad Request")

/** Problems before an operation runs. Errors of operations are in the error catalogue. */
export const TransportProblem = {
  badRequest: (detail: string): ProblemBody<400> => ({ ...badRequest(detail), errors: [] }),
  routeNotFound: problem(404, "route-not-found", "Not Found"),
  methodNotAllowed: problem(405, "method-not-allowed", "Method Not Allowed"),
  notAcceptable: problem(406, "not-acceptable", "Not Acceptable"),
  requestTimeout: problem(408, "request-timeout", "Request Timeout"),
  payloadTooLarge: problem(413, "payload-too-large", "Content Too Large"),
  unsupportedMediaType: problem(415, "unsupported-media-type", "Unsupported Media Type"),
  rangeNotSatisfiable: problem(416, "range-not-satisfiable", "Range Not Satisfiable"),
  expectationFailed: problem(417, "expectation-failed", "Expectation Failed"),
  misdirectedRequest: problem(421, "misdirected-request", "Misdirected Request"),
  headersTooLarge: problem(431, "request-header-fields-too-large", "Request Header Fields Too Large")
} as const
