import type { errorCatalogue, ErrorCode } from "./ErrorCatalogue.ts"

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
