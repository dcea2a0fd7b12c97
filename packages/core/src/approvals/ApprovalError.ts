import { Schema } from "effect"
import { CodedError, limits, Money } from "../shared/index.ts"
import { ApprovalState, Safety } from "./Approval.ts"

export class ApprovalNotFound extends CodedError<ApprovalNotFound>()("ApprovalNotFound", {
  code: "ERROR_APPROVAL_NOT_FOUND",
  fields: { approval_id: Schema.String },
  message: ({ approval_id }) => `No approval ${approval_id}`
}) {}

/** The approval can no longer be decided. */
export class ApprovalNotOpen extends CodedError<ApprovalNotOpen>()("ApprovalNotOpen", {
  code: "ERROR_APPROVAL_NOT_OPEN",
  fields: { approval_id: Schema.String, state: ApprovalState },
  message: ({ approval_id, state }) => `The approval ${approval_id} is ${state}`
}) {}

/** The client has too many open approvals. */
export class TooManyApprovals extends CodedError<TooManyApprovals>()("TooManyApprovals", {
  code: "ERROR_RATE_LIMITED",
  fields: { retry_after: Schema.Int },
  message:
    `${limits.openApprovals} approvals are waiting for an answer; ask for more when they have been given or have expired`
}) {}

/** The call needs an approval. After the approval, the client sends the identical call with `confirmation_token`. */
export class ApprovalRequired extends CodedError<ApprovalRequired>()("ApprovalRequired", {
  code: "ERROR_APPROVAL_REQUIRED",
  fields: {
    approval_id: Schema.String,
    operation_id: Schema.String,
    /** Question for the approving person. */
    question: Schema.String,
    safety: Safety,
    confirmation_token: Schema.String,
    expires_at: Schema.String,
    /** Page on which a person approves; null if the token alone is sufficient. */
    approval_url: Schema.NullOr(Schema.String)
  },
  message: ({ approval_url }) =>
    approval_url === null
      ? "A program's write needs an approval: ask the user, then repeat the identical call with the token in the header Approval-Token"
      : `The user has to approve at ${approval_url}; then repeat the identical call with the token in the header Approval-Token`
}) {}

/** A person has declined the call on the web page. */
export class ApprovalDeclined extends CodedError<ApprovalDeclined>()("ApprovalDeclined", {
  code: "ERROR_APPROVAL_DECLINED",
  fields: { approval_id: Schema.String, note: Schema.NullOr(Schema.String) },
  message: "The user did not approve; nothing was changed"
}) {}

/** The call would exceed the daily limit for the organization's agents. */
export class AgentSpendingLimit extends CodedError<AgentSpendingLimit>()("AgentSpendingLimit", {
  code: "ERROR_AGENT_SPENDING_LIMIT",
  fields: {
    /** Amounts are decimals with two digits after the point. */
    cost: Schema.String,
    cost_currency: Money.Currency,
    spent_today: Schema.String,
    daily_limit: Schema.String,
    currency: Money.Currency
  },
  message: ({ cost, cost_currency, currency, daily_limit, spent_today }) =>
    `Agents may spend ${daily_limit} ${currency} a day; ${spent_today} are spent today, and this call costs ${cost} ${cost_currency}`
}) {}
