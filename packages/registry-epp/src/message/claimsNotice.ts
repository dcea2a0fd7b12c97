import { crc32 } from "node:zlib"
import type { LaunchNotice } from "./CommandExtension.ts"

/** Problem of a trademark claims notice; a server answers 2004. */
export type ClaimsNoticeProblem =
  /** The id is not 8 hexadecimal and 19 decimal digits, or a time is invalid. */
  | "malformed"
  /** The id was not issued for this label and expiry. */
  | "wrong checksum"
  | "expired"
  | "accepted in the future"
  /** More than 48 hours ago. */
  | "accepted too long ago"

const acceptedFor = 48 * 60 * 60 * 1000

/**
 * Checks a notice of the Trademark Clearinghouse (RFC 9361) that a registrant accepted for a domain; undefined for a
 * valid one. `label` is the first label of the domain, an A-label if it is international; `now` is in milliseconds. Ids
 * of other validators have other forms, so only their times are checked.
 */
export const claimsNoticeProblem = (
  notice: LaunchNotice,
  label: string,
  now: number
): ClaimsNoticeProblem | undefined => {
  const notAfter = momentOf(notice.notAfter)
  const acceptedOn = momentOf(notice.acceptedOn)
  if (Number.isNaN(notAfter) || Number.isNaN(acceptedOn)) return "malformed"
  if (notice.validator === undefined || notice.validator === "tmch") {
    if (!/^[0-9a-f]{8}[0-9]{19}$/i.test(notice.id)) return "malformed"
    const checksum = claimsNoticeChecksum(label, notAfter, notice.id.slice(8))
    if (checksum !== notice.id.slice(0, 8).toLowerCase()) return "wrong checksum"
  }
  if (notAfter < now) return "expired"
  if (acceptedOn > now) return "accepted in the future"
  return acceptedOn < now - acceptedFor ? "accepted too long ago" : undefined
}

/**
 * The first eight digits of a notice's id: CRC-32 of the label, the expiry in seconds since 1970, and the number in the
 * rest of the id. `notAfter` is in milliseconds.
 */
export const claimsNoticeChecksum = (label: string, notAfter: number, noticeNumber: string): string =>
  crc32(`${label.toLowerCase()}${Math.floor(notAfter / 1000)}${noticeNumber}`).toString(16).padStart(8, "0")

/**
 * Milliseconds of a date and time of XML Schema. Without a time zone it is in UTC, as everywhere in EPP (RFC 5731,
 * section 2.4).
 */
const momentOf = (text: string): number => Date.parse(/(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? text : `${text}Z`)
