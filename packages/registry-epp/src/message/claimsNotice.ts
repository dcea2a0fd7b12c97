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
 * Looks at a notice of the Trademark Clearinghouse (RFC 9361) that a registrant accepted for a domain; undefined where it is
 * right. `label` is the first one of the domain, an A-label if it is international; `now` is in milliseconds. Ids of other
 * validators have a form of their own, so only their moments are looked at.
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
 * The first eight digits of a notice's id: CRC-32 over the label, the end in seconds since 1970, and the number that makes
 * up the rest of the id. `notAfter` is in milliseconds.
 */
export const claimsNoticeChecksum = (label: string, notAfter: number, noticeNumber: string): string =>
  crc32(`${label.toLowerCase()}${Math.floor(notAfter / 1000)}${noticeNumber}`).toString(16).padStart(8, "0")

/** A moment of XML Schema; one without a time zone is in UTC, as all of EPP is (RFC 5731, section 2.4). */
const momentOf = (text: string): number => Date.parse(/(?:Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? text : `${text}Z`)
