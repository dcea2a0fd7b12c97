import type { ReportStatus } from "./Report.ts"

/**
 * Transitions of a report's status by step. An interrupted generation starts again. `completed`, `empty` and `failed`
 * are final. Source: REST specification, "States and transitions", Report.
 */
export const reportTransitions = {
  start: { from: ["pending", "generating"], to: "generating" },
  complete: { from: ["generating"], to: "completed" },
  finishEmpty: { from: ["generating"], to: "empty" },
  fail: { from: ["generating"], to: "failed" }
} as const satisfies Record<
  string,
  { readonly from: ReadonlyArray<ReportStatus>; readonly to: ReportStatus }
>

/** Steps that end a generation. */
export type ReportOutcome = "complete" | "finishEmpty" | "fail"

/** Statuses of unfinished reports. */
export const openStatuses: ReadonlyArray<ReportStatus> = reportTransitions.start.from

/** True for final statuses. */
export const isFinal = (status: ReportStatus): boolean => !openStatuses.includes(status)
