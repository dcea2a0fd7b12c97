import { Context, type Effect, type Option } from "effect"
import type { Instant, Money, OrganizationId } from "../shared/index.ts"
import type { StoredAgentPolicy } from "./Approval.ts"

/** Key of the amount that an organization's agents have spent on a day in UTC, in one currency. */
export interface SpendingDay {
  readonly organization_id: OrganizationId
  /** `2026-11-22` */
  readonly day: string
  readonly currency: Money.Currency
}

/** Storage port. */
export class AgentPolicyStore extends Context.Service<AgentPolicyStore, {
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<StoredAgentPolicy>>
  readonly save: (organization: OrganizationId, policy: StoredAgentPolicy, at: Instant.Instant) => Effect.Effect<void>
  readonly spent: (day: SpendingDay) => Effect.Effect<Money.MinorUnits>
  /**
   * Adds an amount unless the day's sum would exceed the limit. True if it was added. Concurrent calls for the same day
   * wait.
   */
  readonly spend: (day: SpendingDay, amount: Money.MinorUnits, limit: Money.MinorUnits | null) => Effect.Effect<boolean>
  readonly giveBack: (day: SpendingDay, amount: Money.MinorUnits) => Effect.Effect<void>
}>()("@namewright/core/approvals/AgentPolicyStore") {}
