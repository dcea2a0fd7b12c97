import { type Action, ActionHash } from "@namewright/core/approvals"

/** Call of an agent, by default an update of one domain. */
export const newAction = (members: Partial<Action> = {}): Action => ({
  operation_id: "updateDomain",
  action_hash: ActionHash.make("a".repeat(64)),
  safety: { read: false, write: true, cost: false, destructive: true, access: false },
  risky: false,
  rights: ["domains:manage"],
  message: "Change example.com?",
  cost: null,
  changes: [{ field: "renewal_mode", before: "renew", after: "expire" }],
  summary: ["example.com"],
  contents: [],
  ...members
})
