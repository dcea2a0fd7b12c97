import { Predicate } from "effect"
import type { ChangesRemoved } from "../changes/index.ts"
import {
  type CallTimeout,
  errorCatalogue,
  type ErrorCode,
  type FailureCode,
  type InternalFailure,
  type InvalidInput,
  type MigrationFailed,
  type PlatformClosed,
  PlatformFailure,
  type RegistryInTransaction,
  retryAfterOf,
  type SchemaMismatch,
  type StorageUnavailable,
  type TransactionEnded,
  type TransactionLost,
  type TransactionQueryFailed
} from "../shared/index.ts"
import type { callerCalls, operatorCalls } from "./calls.ts"
import type { ErrorOfCalls } from "./PromiseCalls.ts"

/** Failures of the installation, with which any call may reject. */
export type InstallationFailure =
  | CallTimeout
  | InternalFailure
  | MigrationFailed
  | PlatformClosed
  | RegistryInTransaction
  | SchemaMismatch
  | StorageUnavailable
  | TransactionEnded
  | TransactionLost
  | TransactionQueryFailed

/** Every error with which calls reject, but for the reason of an aborted signal. */
export type PlatformError =
  | ChangesRemoved
  | ErrorOfCalls<typeof callerCalls>
  | ErrorOfCalls<typeof operatorCalls>
  | InstallationFailure

/** Codes of errors: those of the catalogue, of failures of the installation, and of invalid arguments. */
export type PlatformErrorCode = ErrorCode | FailureCode | InvalidInput["code"]

/** The error of one code. */
export type PlatformErrorOf<C extends PlatformErrorCode> = Extract<PlatformError, { readonly code: C }>

/** True for an error of the platform: of a rule, or a failure of the installation. With a `code`, only for that one. */
export function isPlatformError(error: unknown): error is PlatformError
export function isPlatformError<C extends PlatformErrorCode>(error: unknown, code: C): error is PlatformErrorOf<C>
export function isPlatformError(error: unknown, code?: PlatformErrorCode): boolean {
  if (!(error instanceof Error) || !Predicate.hasProperty(error, "_tag")) return false
  const own = Predicate.hasProperty(error, "code") ? error.code : undefined
  if (code !== undefined) return own === code
  return error instanceof PlatformFailure || error._tag === "InvalidInput" ||
    Predicate.isString(own) && Object.hasOwn(errorCatalogue, own)
}

/** Seconds before the next attempt after a failure that passes. */
const failureRetrySeconds = 1

/**
 * Seconds after which a rejected call may succeed without a change, for example because another operation on the same
 * domain is in progress. Undefined for errors that stay.
 */
export const retryAfterSeconds = (error: unknown): number | undefined => {
  if (error instanceof PlatformFailure) return error.retryable ? failureRetrySeconds : undefined
  return isPlatformError(error) && !(error instanceof PlatformFailure) ? retryAfterOf(error) : undefined
}
