import { ActionHash, newApprovalId, type StoredApproval } from "@namewright/core/approvals"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"

/** Approval that was requested now, with a validity of five minutes. */
export const newApproval = Effect.fnUntraced(
  function*(organization_id: OrganizationId, members: Partial<StoredApproval> = {}) {
    const created_on = yield* Instant.now
    const approval: StoredApproval = {
      approval_id: yield* newApprovalId,
      organization_id,
      user_id: "user_01h455vb4pex5vsknk084sn02q",
      client_id: "client-1",
      scopes: ["profile", "service:mcp"],
      operation_id: "updateDomain",
      action_hash: ActionHash.make("0".repeat(64)),
      path: "token",
      safety: { read: false, write: true, cost: false, destructive: true, access: false },
      rights: ["domains:manage"],
      message: "Change example.com?",
      summary: ["example.com is in suborganization Branch"],
      changes: [{ field: "renewal_mode", before: "renew", after: "expire" }],
      cost: null,
      note: null,
      decision: null,
      decided_by: null,
      decided_on: null,
      created_on,
      expires_on: DateTime.add(created_on, { minutes: 5 }),
      consumed_on: null,
      http_status: null,
      ...members
    }
    return approval
  }
)
