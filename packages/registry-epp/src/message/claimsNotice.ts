import { type ClaimsAcceptance, type ClaimsNoticeProblem, claimsNoticeProblem } from "@namewright/core/registry"
import { DateTime } from "effect"
import type { LaunchNotice } from "./CommandExtension.ts"

/** The acceptance of a notice in a command; undefined if a time is invalid. */
export const acceptanceOf = ({ acceptedOn, id, notAfter, validator }: LaunchNotice): ClaimsAcceptance | undefined => {
  const not_after = momentOf(notAfter)
  const accepted_on = momentOf(acceptedOn)
  if (Number.isNaN(not_after) || Number.isNaN(accepted_on)) return undefined
  return {
    notice_id: id,
    validator: validator ?? null,
    not_after: DateTime.makeUnsafe(not_after),
    accepted_on: DateTime.makeUnsafe(accepted_on)
  }
}

/** Problem of a notice in a command for a label, at `now` in milliseconds; a server answers 2004. */
export const launchNoticeProblem = (
  notice: LaunchNotice,
  label: string,
  now: number
): ClaimsNoticeProblem | undefined => {
  const acceptance = acceptanceOf(notice)
  return acceptance === undefined ? "malformed" : claimsNoticeProblem(acceptance, label, DateTime.makeUnsafe(now))
}

/**
 * Milliseconds of a date and time of XML Schema. Without a time zone it is in UTC, as everywhere in EPP (RFC 5731,
 * section 2.4).
 */
const momentOf = (text: string): number => Date.parse(/(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? text : `${text}Z`)
