import { DateTime } from "effect"
import { crc32, type Instant } from "../../shared/index.ts"
import type { ClaimsAcceptance } from "./ClaimsNotice.ts"

/** Problem of an accepted trademark notice. */
export type ClaimsNoticeProblem =
  /** The id is not 8 hexadecimal and 19 decimal digits. */
  | "malformed"
  /** The id was not issued for this label and expiry. */
  | "wrong checksum"
  | "expired"
  | "accepted in the future"
  /** More than 48 hours ago. */
  | "accepted too long ago"

/** Hours for which a registry takes the acceptance of a notice. */
const acceptedForHours = 48

/**
 * Checks a notice of the Trademark Clearinghouse (RFC 9361) that was accepted for a domain; undefined for a valid one.
 * `label` is the first label of the domain, an A-label if it is international. Ids of other validators have other
 * forms, so only their times are checked.
 */
export const claimsNoticeProblem = (
  { accepted_on, not_after, notice_id, validator }: ClaimsAcceptance,
  label: string,
  now: Instant.Instant
): ClaimsNoticeProblem | undefined => {
  if (validator === null || validator === "tmch") {
    if (!/^[0-9a-f]{8}[0-9]{19}$/i.test(notice_id)) return "malformed"
    const checksum = claimsNoticeChecksum(label, DateTime.toEpochMillis(not_after), notice_id.slice(8))
    if (checksum !== notice_id.slice(0, 8).toLowerCase()) return "wrong checksum"
  }
  if (DateTime.isLessThan(not_after, now)) return "expired"
  if (DateTime.isGreaterThan(accepted_on, now)) return "accepted in the future"
  return DateTime.isLessThan(accepted_on, DateTime.subtract(now, { hours: acceptedForHours }))
    ? "accepted too long ago"
    : undefined
}

/**
 * The first eight digits of a notice's id: CRC-32 of the label, the expiry in seconds since 1970, and the number in the
 * rest of the id. `notAfter` is in milliseconds.
 */
export const claimsNoticeChecksum = (label: string, notAfter: number, noticeNumber: string): string =>
  crc32(`${label.toLowerCase()}${Math.floor(notAfter / 1000)}${noticeNumber}`).toString(16).padStart(8, "0")
