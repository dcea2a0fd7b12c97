import { isPlatformError } from "@namewright/core/embed"
import { errorCatalogue, PlatformFailure } from "@namewright/core/shared"
import { statusOfKind } from "./shared/Problem.ts"

/**
 * HTTP status of an error with which a call rejects, for routes that a host writes itself. Errors of rules have the status
 * that REST responds with, failures that pass have 503, and everything else has 500.
 *
 * @example
 * import { statusOf } from "@namewright/http"
 *
 * const refusal = (error: unknown): Response => new Response("Not possible", { status: statusOf(error) })
 */
export const statusOf = (error: unknown): number => {
  if (!isPlatformError(error)) return statusOfKind.internal
  if (error instanceof PlatformFailure) return error.retryable ? statusOfKind.unavailable : statusOfKind.internal
  return error._tag === "InvalidInput" ? statusOfKind.invalid : statusOfKind[errorCatalogue[error.code].kind]
}
