import type { DomainError } from "./DomainError.ts"
import { errorCatalogue } from "./ErrorCatalogue.ts"
import { repetitionOf } from "./ErrorRepetition.ts"
import { InvalidInput } from "./InvalidInput.ts"

/** Seconds before the next attempt where a transient error does not contain a number of its own. */
const standardRetrySeconds = 5

/**
 * Seconds after which the same call may succeed without a change by the caller. Undefined for errors that are not
 * transient.
 */
export const retryAfterOf = (error: DomainError | InvalidInput): number | undefined => {
  if (error instanceof InvalidInput || repetitionOf(errorCatalogue[error.code].kind) !== "transient") return undefined
  const own = (error as DomainError & { readonly retry_after?: unknown }).retry_after
  return typeof own === "number" ? own : standardRetrySeconds
}
