import type { errorCatalogue, ErrorCode } from "./ErrorCatalogue.ts"

/** How a caller can react. The transports translate kinds, never individual errors. */
export type ErrorKind =
  | "rejected"
  | "unauthenticated"
  | "paymentRequired"
  | "forbidden"
  | "notFound"
  | "unsupported"
  | "conflict"
  /** Another operation holds the object; it ends by itself. */
  | "busy"
  /** What the caller knew is no longer so. */
  | "outdated"
  | "invalid"
  | "rateLimited"
  | "upstream"
  | "unavailable"
  | "internal"

/**
 * Every expected failure of a service: a tagged error with a code of the catalogue. Its other fields are the extras
 * that the catalogue names for the code; they are shown to the caller as they are, so they never hold inner text.
 */
export interface DomainError {
  readonly _tag: string
  readonly code: ErrorCode
  /** One sentence for this occurrence, fit for the caller's eyes. */
  readonly message: string
}

/** The kind of an error, from its code. */
export type KindOf<E extends DomainError> = (typeof errorCatalogue)[E["code"]]["kind"]
