import type { errorCatalogue, ErrorCode } from "./ErrorCatalogue.ts"

/**
 * Expected failure of a service: a tagged error with a code of the catalogue. All other fields are shown to the caller
 * unchanged, so they never contain internal text.
 */
export interface DomainError {
  readonly _tag: string
  readonly code: ErrorCode
  /** One sentence about this occurrence, written for the caller. */
  readonly message: string
}

/** The kind of an error, from its code. */
export type KindOf<E extends DomainError> = (typeof errorCatalogue)[E["code"]]["kind"]
