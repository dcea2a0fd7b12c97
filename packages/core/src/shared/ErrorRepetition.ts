import type { DomainError } from "./DomainError.ts"
import type { ErrorKind } from "./ErrorCatalogue.ts"
import { errorCatalogue } from "./ErrorCatalogue.ts"
import type { InvalidInput } from "./InvalidInput.ts"

/**
 * Outcome of the same request when it is repeated unchanged, after an error of one kind.
 * - `final`: the same error, until the caller changes the object or the request.
 * - `transient`: possibly success, without any action of the caller. The error is never stored as an answer.
 * - `caller`: depends on the rights of the caller; nothing was carried out.
 */
export type ErrorRepetition = "final" | "transient" | "caller"

const repetitions: Record<ErrorKind, ErrorRepetition> = {
  rejected: "final",
  unauthenticated: "caller",
  paymentRequired: "final",
  forbidden: "caller",
  notFound: "final",
  unsupported: "final",
  conflict: "final",
  busy: "transient",
  outdated: "final",
  invalid: "final",
  rateLimited: "transient",
  upstream: "transient",
  unavailable: "transient",
  internal: "transient"
}

/** Outcome of a repeated request after an error of this kind. */
export const repetitionOf = (kind: ErrorKind): ErrorRepetition => repetitions[kind]

/** Seconds before the next attempt where a transient error does not contain a number of its own. */
const standardRetrySeconds = 5

/**
 * Seconds after which the same call may succeed without a change by the caller. Undefined for errors that are not
 * transient.
 */
export const retryAfterOf = (error: DomainError | InvalidInput): number | undefined => {
  if (!("code" in error) || repetitionOf(errorCatalogue[error.code].kind) !== "transient") return undefined
  const own = (error as DomainError & { readonly retry_after?: unknown }).retry_after
  return typeof own === "number" ? own : standardRetrySeconds
}
