import { Schema } from "effect"
import { limits, Money } from "../shared/index.ts"
import { ApprovalState } from "./Approval.ts"

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
