import { Schema } from "effect"
import { DecimalAmount } from "../billing/index.ts"
import { Money } from "../shared/index.ts"
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

/** What agents of the organization have spent today leaves no room for this call. */
export class AgentSpendingLimit extends Schema.TaggedError<AgentSpendingLimit>()("AgentSpendingLimit", {
  cost: DecimalAmount,
  cost_currency: Money.Currency,
  spent_today: DecimalAmount,
  daily_limit: DecimalAmount,
  currency: Money.Currency
}) {
  get code() {
    return "ERROR_AGENT_SPENDING_LIMIT" as const
  }
  override get message() {
    const limit = `${Money.toDecimal(this.daily_limit)} ${this.currency}`
    const spent = `${Money.toDecimal(this.spent_today)} ${this.currency}`
    const cost = `${Money.toDecimal(this.cost)} ${this.cost_currency}`
    return `Agents may spend ${limit} a day; ${spent} are spent today, and this call costs ${cost}`
  }
}
