import { Predicate } from "effect"
import { errorCatalogue, type ErrorCode, retryAfterOf } from "../shared/index.ts"
import type { offers, operations } from "./offers.ts"
import type { ErrorOfCalls } from "./PromiseCalls.ts"

/** Everything that a call may reject with and a caller can act on. */
export type PlatformError = ErrorOfCalls<typeof offers> | ErrorOfCalls<typeof operations>

/** The error of one code of the catalogue. */
export type PlatformErrorOf<C extends ErrorCode> = Extract<PlatformError, { readonly code: C }>

/**
 * Whether a call was rejected by a rule of the platform; with a `code`, whether by that one. Everything else is a
 * failure of the installation.
 */
export function isPlatformError(error: unknown): error is PlatformError
export function isPlatformError<C extends ErrorCode>(error: unknown, code: C): error is PlatformErrorOf<C>
export function isPlatformError(error: unknown, code?: ErrorCode): boolean {
  if (!(error instanceof Error) || !Predicate.hasProperty(error, "_tag")) return false
  const own = Predicate.hasProperty(error, "code") ? error.code : undefined
  if (code !== undefined) return own === code
  return error._tag === "InvalidInput" || Predicate.isString(own) && Object.hasOwn(errorCatalogue, own)
}

/**
 * Seconds after which a rejected call may succeed without a change, for example because another operation on the same
 * domain is in progress. Undefined for errors that stay, and for failures of the installation.
 */
export const retryAfterSeconds = (error: unknown): number | undefined =>
  isPlatformError(error) ? retryAfterOf(error) : undefined
