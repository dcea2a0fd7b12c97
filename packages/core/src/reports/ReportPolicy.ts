import { DateTime } from "effect"
import { type InputIssue, inputIssue, type Instant, limits } from "../shared/index.ts"
import type { CreateReport, Report } from "./Report.ts"
import { isFinal } from "./ReportState.ts"
import { definitionOf } from "./ReportType.ts"

const later = (a: Instant.Instant, b: Instant.Instant): Instant.Instant => DateTime.isGreaterThan(a, b) ? a : b

/**
 * Earliest time of the next request of a type: 5 minutes later, and not in the same clock hour (UTC). Source: REST
 * specification, "Limits".
 */
export const nextAllowed = (last: Instant.Instant): Instant.Instant =>
  later(
    DateTime.add(last, { seconds: limits.reportCooldownSeconds }),
    DateTime.add(DateTime.startOf(last, "hour"), { hours: 1 })
  )

/** Seconds until a type may be requested; 0 if now. */
export const secondsToWait = (last: Instant.Instant | null, now: Instant.Instant): number =>
  last === null
    ? 0
    : Math.max(0, Math.ceil((DateTime.toEpochMillis(nextAllowed(last)) - DateTime.toEpochMillis(now)) / 1000))

/** Problems of a request for a report. `isKnownCredential` is true if the request names no credential. */
export const policyIssues = (
  { registrar_credential_id, report_type }: CreateReport,
  isKnownCredential: boolean
): ReadonlyArray<InputIssue> => {
  const { needs_credential, trigger } = definitionOf(report_type)
  return [
    ...(trigger === "on_demand"
      ? []
      : [
        inputIssue(
          ["body", "report_type"],
          "value_error",
          `${report_type} is generated monthly and not on demand`,
          report_type
        )
      ]),
    ...(needs_credential && (registrar_credential_id ?? null) === null
      ? [
        inputIssue(["body", "registrar_credential_id"], "missing", `${report_type} needs a registrar credential`, null)
      ]
      : []),
    ...(isKnownCredential
      ? []
      : [
        inputIssue(
          ["body", "registrar_credential_id"],
          "value_error",
          "The organization has no domains of this registrar credential",
          registrar_credential_id
        )
      ])
  ]
}

/**
 * Finished reports to remove, among the reports of one type, newest first: all after the newest 30, and empty ones
 * before the latest empty one. Source: REST specification, "Limits".
 */
export const outdated = <R extends Pick<Report, "report_type" | "status">>(
  reports: ReadonlyArray<R>
): ReadonlyArray<R> => {
  const latestEmpty = reports.find(({ status }) => status === "empty")
  return reports.filter((report, index) =>
    index >= limits.reportsKept
    || report.status === "empty" && report !== latestEmpty && definitionOf(report.report_type).keeps_latest_empty
  ).filter(({ status }) => isFinal(status))
}
