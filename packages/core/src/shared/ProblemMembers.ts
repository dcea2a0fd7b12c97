import { DateTime } from "effect"
import type { DomainError } from "./DomainError.ts"
import { errorCatalogue } from "./ErrorCatalogue.ts"
import * as Instant from "./Instant.ts"
import { InvalidInput } from "./InvalidInput.ts"
import { reportedIssues, reportedMembers } from "./reportedValue.ts"

/**
 * Members of the problem document of an error, except the status, which depends on the transport: slug and title of the
 * code, the message, and the fields of the error class.
 */
export const problemMembers = (error: DomainError | InvalidInput): Readonly<Record<string, unknown>> => {
  if (error instanceof InvalidInput) {
    return {
      type: "request-validation-failed",
      title: "Request validation error.",
      errors: reportedIssues(error.issues)
    }
  }
  const { title, type } = errorCatalogue[error.code]
  return { type, title, code: error.code, detail: error.message.toWellFormed(), ...extrasOf(error) }
}

/** Fields of the error class in wire form, without message, tag and trace. */
export const extrasOf = (error: DomainError): Record<string, unknown> => {
  const { fields } = error.constructor as unknown as { readonly fields?: Record<string, unknown> }
  const own = error as unknown as Record<string, unknown>
  return reportedMembers(Object.fromEntries(
    Object.keys(fields ?? {})
      .filter((field) => field !== "_tag" && own[field] !== undefined)
      .map((field) => [field, onTheWire(own[field])])
  ))
}

const onTheWire = (value: unknown): unknown => DateTime.isDateTime(value) ? Instant.format(value) : value
