import type { ErrorKind } from "./ErrorCatalogue.ts"

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
  tooLarge: "final",
  unsupportedType: "final",
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
