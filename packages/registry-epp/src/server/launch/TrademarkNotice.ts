import type { Instant } from "@namewright/core/shared"
import { DateTime, Option } from "effect"
import { crc32 } from "node:zlib"
import type { LaunchNotice } from "../../message/CommandExtension.ts"

/** An accepted notice counts for 48 hours (RFC 8334, section 2.6; the rules of the Trademark Clearinghouse). */
const acceptedFor = { hours: 48 }

/**
 * The identifier of a trademark claims notice: a checksum over what it binds together, and its number (RFC 9361,
 * section 6.3.3). `label` is the name without its TLD, `number` up to 19 digits.
 */
export const trademarkNoticeId = (label: string, notAfter: DateTime.Utc, number: string): string =>
  `${checksum(label, notAfter, number)}${number}`

const checksum = (label: string, notAfter: DateTime.Utc, number: string): string =>
  crc32(`${label}${Math.floor(DateTime.toEpochMillis(notAfter) / 1000)}${number}`).toString(16).padStart(8, "0")

/** What is wrong with an accepted notice for a label; undefined when it counts. */
export const noticeProblem = (notice: LaunchNotice, label: string, now: Instant.Instant): string | undefined => {
  const [notAfter, acceptedOn] = [DateTime.make(notice.notAfter), DateTime.make(notice.acceptedOn)]
  if (Option.isNone(notAfter) || Option.isNone(acceptedOn)) return "the notice has no dates"
  const end = DateTime.toUtc(notAfter.value)
  const [, sum = "", number = ""] = /^([0-9a-f]{8})([0-9]{1,19})$/i.exec(notice.id) ?? []
  if (sum.toLowerCase() !== checksum(label, end, number)) return "the notice is of another name or another time"
  if (DateTime.isLessThanOrEqualTo(end, now)) return "the notice has expired"
  if (DateTime.isGreaterThan(acceptedOn.value, now)) return "the notice is accepted in the future"
  return DateTime.isLessThan(DateTime.add(acceptedOn.value, acceptedFor), now)
    ? "the notice was accepted more than 48 hours ago"
    : undefined
}
