import { inputIssues } from "@namewright/core/shared"
import { Cause, Schema } from "effect"
import { HttpServerError, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { SqlError } from "effect/sql"
import { catalogueProblemOf, type ProblemBody, problemResponse } from "../shared/Problem.ts"
import { TransportProblem } from "../shared/TransportProblem.ts"
import { allowedMethods } from "./operations.ts"
import { BodyStalled } from "./refuseStalledBody.ts"

/** Response to a request that failed outside an operation. Undefined if the caller disconnected. */
export const failureResponse = (
  cause: Cause.Cause<unknown>,
  request: HttpServerRequest.HttpServerRequest
): HttpServerResponse.HttpServerResponse | undefined => {
  for (const reason of cause.reasons) {
    if (Cause.isInterruptReason(reason)) continue
    const failure = Cause.isDieReason(reason) ? reason.defect : reason.error
    if (HttpServerResponse.isHttpServerResponse(failure)) return failure
    if (HttpServerError.isHttpServerError(failure)) return transportFailure(failure, request)
    if (isTransient(failure)) return problemResponse(unavailable)
    return problemResponse(internal)
  }
  if (!Cause.hasInterruptsOnly(cause)) return problemResponse(internal)
  return isAbandoned(cause) ? undefined : problemResponse(unavailable)
}

/** True if the caller disconnected. Other interruptions are the shutdown of the process. */
const isAbandoned = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason.annotations.has(HttpServerError.ClientAbort.key))

/** True for a database that is unreachable, busy or locked: the same request may succeed later. */
const isTransient = (failure: unknown): boolean => SqlError.isSqlError(failure) && failure.isRetryable

const internal: ProblemBody = catalogueProblemOf("ERROR_INTERNAL", "The platform failed to answer the request")
const unavailable: ProblemBody = catalogueProblemOf(
  "ERROR_SERVICE_UNAVAILABLE",
  "The platform is temporarily unavailable"
)

const transportFailure = (
  { reason }: HttpServerError.HttpServerError,
  request: HttpServerRequest.HttpServerRequest
): HttpServerResponse.HttpServerResponse => {
  switch (reason._tag) {
    case "RouteNotFound":
      return routeFailure(request)
    case "RequestParseError":
      return problemResponse(unreadable(reason))
    default:
      return problemResponse(internal)
  }
}

const unreadable = ({ cause, reason }: HttpServerError.RequestParseError): ProblemBody =>
  reason === "BodyTooLarge"
    ? TransportProblem.payloadTooLarge("The body of the request is too large")
    : cause instanceof BodyStalled
    ? TransportProblem.requestTimeout("The rest of the body did not arrive in time")
    : TransportProblem.badRequest("The body of the request could not be read")

const routeFailure = ({ method, url }: HttpServerRequest.HttpServerRequest) => {
  const allowed = allowedMethods(url)
  return allowed.length === 0
    ? problemResponse(TransportProblem.routeNotFound("Nothing is at this path"))
    : problemResponse(TransportProblem.methodNotAllowed(`This path does not support ${method}`), {
      allow: allowed.join(", ")
    })
}

/**
 * Failure without the values that a schema failure quotes, because they may be secrets. Only paths and types of issues
 * remain.
 */
export const loggable = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> =>
  Cause.fromReasons(cause.reasons.map((reason) => {
    if (!Cause.isDieReason(reason)) return reason
    const failure = HttpApiError.HttpApiSchemaError.is(reason.defect) ? reason.defect.cause : reason.defect
    if (!Schema.isSchemaError(failure)) return reason
    const problems = inputIssues(failure.issue, "body").map(({ loc, type }) => `${loc.join(".")} ${type}`)
    return Cause.makeDieReason(new Error(`A value does not match its schema: ${problems.join(", ")}`))
  }))
