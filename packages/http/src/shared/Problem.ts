import {
  type DomainError,
  errorCatalogue,
  type ErrorCode,
  type ErrorKind,
  extrasOf,
  type InputIssue,
  InvalidInput,
  type KindOf,
  reportedIssues
} from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"

/** HTTP status of each kind of error. */
export const statusOfKind = {
  rejected: 400,
  unauthenticated: 401,
  paymentRequired: 402,
  forbidden: 403,
  notFound: 404,
  unsupported: 405,
  conflict: 409,
  busy: 409,
  outdated: 412,
  tooLarge: 413,
  unsupportedType: 415,
  invalid: 422,
  rateLimited: 429,
  internal: 500,
  upstream: 502,
  unavailable: 503
} as const satisfies Record<ErrorKind, number>

/** Media type of a problem body (RFC 9457). */
export const problemJson = "application/problem+json"

/**
 * Schema of a problem body of one status (RFC 9457). `type` is a slug. `code` is a code of the catalogue, absent for
 * request validation. The members of the code are added.
 */
const problemOf = <const S extends number>(status: S) =>
  Schema.StructWithRest(
    Schema.Struct({
      type: Schema.String,
      title: Schema.String,
      status: Schema.Literal(status),
      code: Schema.optionalKey(Schema.String),
      detail: Schema.optionalKey(Schema.String),
      errors: Schema.optionalKey(Schema.Array(Schema.Unknown))
    }),
    [Schema.Record(Schema.String, Schema.Unknown)]
  ).annotate({ identifier: `Problem${status}`, httpApiStatus: status }).pipe(
    HttpApiSchema.asJson({ contentType: problemJson })
  )

/** Problem body on the wire. */
export interface ProblemBody<S extends number = number> {
  readonly [extra: string]: unknown
  readonly type: string
  readonly title: string
  readonly status: S
  readonly code?: string
  readonly detail?: string
  readonly errors?: ReadonlyArray<unknown>
}

const conflict = problemOf(409)
const tooLarge = problemOf(413)
const unsupportedType = problemOf(415)

/** Problem schemas for the declarations of endpoints, by kind of error. */
export const problems = {
  rejected: problemOf(400),
  unauthenticated: problemOf(401),
  paymentRequired: problemOf(402),
  forbidden: problemOf(403),
  notFound: problemOf(404),
  unsupported: problemOf(405),
  conflict,
  busy: conflict,
  outdated: problemOf(412),
  invalid: problemOf(422),
  rateLimited: problemOf(429),
  internal: problemOf(500),
  upstream: problemOf(502),
  unavailable: problemOf(503),
  notAcceptable: problemOf(406),
  payloadTooLarge: tooLarge,
  tooLarge,
  unsupportedMediaType: unsupportedType,
  unsupportedType,
  rangeNotSatisfiable: problemOf(416)
} as const

/** Error of a service. */
export type ServiceError = DomainError | InvalidInput

/** Problem type of a service error. */
export type ProblemOf<E extends ServiceError> = E extends DomainError ? (typeof problems)[KindOf<E>]["Type"]
  : (typeof problems)["invalid"]["Type"]

/** Problem of a service error, with the status of its code. All service errors are translated here. */
export const toProblem = <E extends ServiceError>(error: E): ProblemOf<E> =>
  (error instanceof InvalidInput ? validationProblem(error.issues) : catalogueProblem(error)) as ProblemOf<E>

/** Problem body of a request validation. Source: REST specification, "Errors". */
export const validationProblem = (issues: ReadonlyArray<InputIssue>): ProblemBody<422> => ({
  type: "request-validation-failed",
  title: "Request validation error.",
  status: 422,
  errors: reportedIssues(issues)
})

/** Statuses whose bodies always contain `errors`, because clients read it there. */
const alwaysListsErrors: ReadonlySet<number> = new Set([400, 401])

/** Problem with the title and type of a code. */
export const catalogueProblemOf = (code: ErrorCode, detail: string): ProblemBody => {
  const { kind, title, type } = errorCatalogue[code]
  const status = statusOfKind[kind]
  return {
    type,
    title,
    status,
    code,
    detail: detail.toWellFormed(),
    ...(alwaysListsErrors.has(status) ? { errors: [] } : {})
  }
}

const catalogueProblem = (error: DomainError) => ({
  ...catalogueProblemOf(error.code, error.message),
  ...extrasOf(error)
})

const kinds = Object.entries(statusOfKind) as ReadonlyArray<[ErrorKind, number]>

/** Kind of a problem by its code, or by its status if the catalogue does not contain the code. */
export const kindOf = ({ code, status }: Pick<ProblemBody, "code" | "status">): ErrorKind | undefined =>
  code !== undefined && code in errorCatalogue
    ? errorCatalogue[code as ErrorCode].kind
    : kinds.find(([, own]) => own === status)?.[0]

/** Response with a problem, for callers without an endpoint that encodes it. */
export const problemResponse = (
  problem: ProblemBody,
  headers?: Record<string, string>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(problem), {
    status: problem.status,
    contentType: problemJson,
    ...(headers === undefined ? {} : { headers })
  })
