import { newReportId, type StoredReport } from "@namewright/core/reports"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"

/** Pending report, with `members` replaced. */
export const newReport = Effect.fnUntraced(function*(
  organization_id: OrganizationId,
  members: Partial<StoredReport> = {}
) {
  const now = yield* Instant.now
  const report: StoredReport = {
    report_id: yield* newReportId,
    organization_id,
    report_type: "domain_inventory",
    status: "pending",
    trigger_type: "on_demand",
    registrar_credential_id: null,
    record_count: null,
    file_size_bytes: null,
    generated_on: null,
    created_on: now,
    updated_on: now,
    month: null,
    attempts: 0,
    ...members
  }
  return report
})
