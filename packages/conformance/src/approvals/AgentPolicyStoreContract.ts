import { assert, layer } from "@effect/vitest"
import { AgentPolicyStore, type StoredAgentPolicy } from "@namewright/core/approvals"
import { Instant, Money, newOrganizationId, Transaction } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"

const units = Money.MinorUnits.make

const newDay = Effect.map(newOrganizationId, (organization_id) => ({
  organization_id,
  day: "2026-11-22",
  currency: "EUR" as const
}))

/** Contract of storage adapters for policies for agents. */
export const agentPolicyStoreContract = <E>(
  name: string,
  storage: Layer.Layer<AgentPolicyStore | Transaction, E>
) => {
  layer(storage)(`AgentPolicyStore (${name})`, (it) => {
    it.effect("stores one policy per organization, the latest", () =>
      Effect.gen(function*() {
        const store = yield* AgentPolicyStore
        const [organization, other] = [yield* newOrganizationId, yield* newOrganizationId]
        assert.isTrue(Option.isNone(yield* store.find(organization)))
        const policy: StoredAgentPolicy = {
          require_web_approval: true,
          require_web_approval_for_risks: null,
          daily_spend_limit: units(5000),
          read_only: false,
          rest_access: true,
          show_auth_codes: null
        }
        yield* store.save(organization, policy, yield* Instant.now)
        assert.deepStrictEqual(yield* store.find(organization), Option.some(policy))
        const changed: StoredAgentPolicy = {
          require_web_approval: false,
          require_web_approval_for_risks: true,
          daily_spend_limit: null,
          read_only: true,
          rest_access: false,
          show_auth_codes: true
        }
        yield* store.save(organization, changed, yield* Instant.now)
        assert.deepStrictEqual(yield* store.find(organization), Option.some(changed))
        assert.isTrue(Option.isNone(yield* store.find(other)))
      }))

    it.effect("adds up spending by organization, day and currency", () =>
      Effect.gen(function*() {
        const store = yield* AgentPolicyStore
        const day = yield* newDay
        assert.strictEqual(yield* store.spent(day), 0)
        assert.isTrue(yield* store.spend(day, units(300), null))
        assert.isTrue(yield* store.spend(day, units(700), units(1000)))
        assert.isFalse(yield* store.spend(day, units(1), units(1000)))
        assert.strictEqual(yield* store.spent(day), 1000)
        assert.isTrue(yield* store.spend({ ...day, currency: "USD" }, units(1), units(1)))
        assert.isTrue(yield* store.spend({ ...day, day: "2026-11-23" }, units(1), units(1)))
        assert.isTrue(yield* store.spend({ ...(yield* newDay) }, units(1), units(1)))
        yield* store.giveBack(day, units(300))
        assert.strictEqual(yield* store.spent(day), 700)
      }))

    it.effect("refuses a first amount beyond the limit as well", () =>
      Effect.gen(function*() {
        const store = yield* AgentPolicyStore
        const day = yield* newDay
        assert.isFalse(yield* store.spend(day, units(1001), units(1000)))
        assert.isFalse(yield* store.spend(day, units(1), units(0)))
        assert.strictEqual(yield* store.spent(day), 0)
      }))

    it.effect("stays within the limit however many spend at once", () =>
      Effect.gen(function*() {
        const store = yield* AgentPolicyStore
        const transaction = yield* Transaction
        const day = yield* newDay
        const tries = Array.from(
          { length: 50 },
          () => transaction.atomically(store.spend(day, units(100), units(1000)))
        )
        const spent = yield* Effect.all(tries, { concurrency: "unbounded" })
        assert.strictEqual(spent.filter((one) => one).length, 10)
        assert.strictEqual(yield* store.spent(day), 1000)
      }))
  })
}
