import type { ReportStatus } from "./Report.ts"

/**
 * How a report's status changes, and by which step. A generation that was cut short begins again. `completed`, `empty`
 * and `failed` are final. Source: REST specification, "States and transitions", Report.
 */
export const reportTransitions = {
  start: { from: ["pending", "generating"], to: "generating" },
  complete: { from: ["generating"], to: "completed" },
  findNothing: { from: ["generating"], to: "empty" },
  fail: { from: ["generating"], to: "failed" }
} as const satisfies Record<
  string,
  { readonly from: ReadonlyArray<ReportStatus>; readonly to: ReportStatus }
>

/** The ways in which a generation ends. */
export type ReportOutcome = "complete" | "findNothing" | "fail"

/** Those that wait for their generation or are in it. */
export const openStatuses: ReadonlyArray<ReportStatus> = reportTransitions.start.from

/** Whether nothing will change any more. */
export const isFinal = (status: ReportStatus): boolean => !openStatuses.includes(status)
