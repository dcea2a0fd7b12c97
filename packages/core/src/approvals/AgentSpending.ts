import { Context, Effect, Layer, Option } from "effect"
import { BillingParties } from "../billing/index.ts"
import { Instant, Money, type OrganizationId } from "../shared/index.ts"
import { AgentPolicyStore } from "./AgentPolicyStore.ts"
import type { AgentPolicy } from "./Approval.ts"
import { AgentSpendingLimit } from "./ApprovalError.ts"

/** Spending of an organization's agents per day in UTC. Checks no permissions. */
export class AgentSpending extends Context.Service<AgentSpending, {
  /** Fails if a cost would exceed the day's limit. */
  readonly refuseBeyond: (
    organization: OrganizationId,
    policy: AgentPolicy,
    cost: Money.Money | null
  ) => Effect.Effect<void, AgentSpendingLimit>
  /** Adds a cost to the day of a time, in the caller's transaction. Fails if it would exceed the limit. */
  readonly book: (
    organization: OrganizationId,
    policy: AgentPolicy,
    cost: Money.Money | null,
    at: Instant.Instant
  ) => Effect.Effect<void, AgentSpendingLimit>
  /** Subtracts a cost that was added at a time. */
  readonly giveBack: (organization: OrganizationId, cost: Money.Money, booked: Instant.Instant) => Effect.Effect<void>
}>()("@namewright/core/approvals/AgentSpending") {
  static readonly layer = Layer.effect(
    AgentSpending,
    Effect.gen(function*() {
      const store = yield* AgentPolicyStore
      const parties = yield* BillingParties

      const currencyOf = Effect.fnUntraced(function*(organization: OrganizationId) {
        const party = yield* parties.find(organization)
        return Option.isSome(party)
          ? party.value.currency
          : yield* Effect.die(new Error(`${organization} spends and is not known`))
      })

      /** The daily limit for a cost. Fails if the cost is in another currency than the limit. */
      const limitFor = Effect.fnUntraced(function*(
        organization: OrganizationId,
        { daily_spend_limit: daily_limit }: AgentPolicy,
        cost: Money.Money
      ) {
        if (daily_limit === null) return null
        const currency = yield* currencyOf(organization)
        return currency === cost.currency ? daily_limit : yield* refuse(organization, daily_limit, currency, cost)
      })

      const refuse = Effect.fnUntraced(function*(
        organization_id: OrganizationId,
        daily_limit: Money.MinorUnits,
        currency: Money.Currency,
        cost: Money.Money
      ) {
        const day = dayOf(yield* Instant.now)
        const spent_today = yield* store.spent({ organization_id, day, currency })
        return yield* new AgentSpendingLimit({
          cost: Money.toDecimal(cost.amount),
          cost_currency: cost.currency,
          spent_today: Money.toDecimal(spent_today),
          daily_limit: Money.toDecimal(daily_limit),
          currency
        })
      })

      const refuseBeyond: AgentSpending["Service"]["refuseBeyond"] = Effect.fnUntraced(
        function*(organization_id, policy, cost) {
          if (cost === null) return
          const limit = yield* limitFor(organization_id, policy, cost)
          if (limit === null) return
          const day = dayOf(yield* Instant.now)
          const spent = yield* store.spent({ organization_id, day, currency: cost.currency })
          if (spent + cost.amount > limit) yield* refuse(organization_id, limit, cost.currency, cost)
        }
      )

      const book: AgentSpending["Service"]["book"] = Effect.fnUntraced(function*(organization_id, policy, cost, at) {
        if (cost === null) return
        const { amount, currency } = cost
        const limit = yield* limitFor(organization_id, policy, cost)
        const day = { organization_id, day: dayOf(at), currency }
        if (!(yield* store.spend(day, amount, limit)) && limit !== null) {
          yield* refuse(organization_id, limit, currency, cost)
        }
      })

      const giveBack: AgentSpending["Service"]["giveBack"] = (organization_id, { amount, currency }, booked) =>
        store.giveBack({ organization_id, day: dayOf(booked), currency }, amount)

      return AgentSpending.of({ refuseBeyond, book, giveBack })
    })
  )
}

/** Day in UTC. */
const dayOf = (instant: Instant.Instant): string => Instant.format(instant).slice(0, 10)
