import { Schema } from "effect"
import { limits, Money } from "../shared/index.ts"
import { ApprovalState, Safety } from "./Approval.ts"

export class ApprovalNotFound extends Schema.TaggedError<ApprovalNotFound>()("ApprovalNotFound", {
  approval_id: Schema.String
}) {
  get code() {
    return "ERROR_APPROVAL_NOT_FOUND" as const
  }
  override get message() {
    return `No approval ${this.approval_id}`
  }
}

/** Nothing can be decided any more. */
export class ApprovalNotOpen extends Schema.TaggedError<ApprovalNotOpen>()("ApprovalNotOpen", {
  approval_id: Schema.String,
  state: ApprovalState
}) {
  get code() {
    return "ERROR_APPROVAL_NOT_OPEN" as const
  }
  override get message() {
    return `The approval ${this.approval_id} is ${this.state}`
  }
}

/** The client has put so many questions to its user that nobody can be reading them. */
export class TooManyApprovals extends Schema.TaggedError<TooManyApprovals>()("TooManyApprovals", {
  retry_after: Schema.Int
}) {
  get code() {
    return "ERROR_RATE_LIMITED" as const
  }
  override get message() {
    return `${limits.openApprovals} approvals are waiting for an answer; ask for more when they have been given or have expired`
  }
}

/** The call waits for an approval. The identical call with `confirmation_token` is made once it is approved. */
export class ApprovalRequired extends Schema.TaggedError<ApprovalRequired>()("ApprovalRequired", {
  approval_id: Schema.String,
  operation_id: Schema.String,
  /** The question in words. */
  question: Schema.String,
  safety: Safety,
  confirmation_token: Schema.String,
  expires_at: Schema.String,
  /** The page on which a person approves; null where the token alone is enough. */
  approval_url: Schema.NullOr(Schema.String)
}) {
  get code() {
    return "ERROR_APPROVAL_REQUIRED" as const
  }
  override get message() {
    return this.approval_url === null
      ? "A program's write needs an approval: ask the user, then repeat the identical call with the token in the header Approval-Token"
      : `The user has to approve at ${this.approval_url}; then repeat the identical call with the token in the header Approval-Token`
  }
}

/** A person has declined the call on the web page. */
export class ApprovalDeclined extends Schema.TaggedError<ApprovalDeclined>()("ApprovalDeclined", {
  approval_id: Schema.String,
  note: Schema.NullOr(Schema.String)
}) {
  get code() {
    return "ERROR_APPROVAL_DECLINED" as const
  }
  override get message() {
    return "The user did not approve; nothing was changed"
  }
}

/** What agents of the organization have spent today leaves no room for this call. */
export class AgentSpendingLimit extends Schema.TaggedError<AgentSpendingLimit>()("AgentSpendingLimit", {
  /** Amounts are decimals with two places. */
  cost: Schema.String,
  cost_currency: Money.Currency,
  spent_today: Schema.String,
  daily_limit: Schema.String,
  currency: Money.Currency
}) {
  get code() {
    return "ERROR_AGENT_SPENDING_LIMIT" as const
  }
  override get message() {
    const { cost, cost_currency, currency, daily_limit, spent_today } = this
    return `Agents may spend ${daily_limit} ${currency} a day; ${spent_today} are spent today, and this call costs ${cost} ${cost_currency}`
  }
}
