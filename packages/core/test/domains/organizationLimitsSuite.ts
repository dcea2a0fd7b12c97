import { assert, layer } from "@effect/vitest"
import { Billing, RequestedTaxRate } from "@namewright/core/billing"
import type { PlatformServices } from "@namewright/core/embed"
import { OrganizationLimits, OrganizationOperations } from "@namewright/core/organizations"
import { Money, Period, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { remove } from "./domainRequests.ts"
import { type Customer, customer, pay, register, suborganization } from "./DomainsPlatform.ts"

/** Price of a year of .com with the tax of the payer, in minor units. */
const price = Math.round(950 * 1.19)

const amount = (minor: number) => Money.MinorUnits.make(minor)

const Step = Schema.Union([
  /** Orders that are placed at the same time. */
  Schema.Struct({
    kind: Schema.Literal("order"),
    count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 3 }))
  }),
  /** Limits of the money in prices of an order, and of the domains. */
  Schema.Struct({
    kind: Schema.Literal("limit"),
    orders: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))),
    domains: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 })))
  }),
  /** Deletes the latest domain in its grace period, which refunds it. */
  Schema.Struct({ kind: Schema.Literal("undo") }),
  Schema.Struct({ kind: Schema.Literal("nextMonth") })
])

/** What the limits should admit, counted without a database. */
class Model {
  orders: number | null = null
  domains: number | null = null
  spent = 0
  owned = 0

  get admitted(): number {
    return Math.max(
      0,
      Math.min((this.orders ?? Infinity) - this.spent, (this.domains ?? Infinity) - this.owned)
    )
  }
}

/** Parent that pays 19 % tax, and its suborganization. */
const family = Effect.gen(function*() {
  const parent = yield* customer(0)
  const { changeTerms } = yield* OrganizationOperations
  yield* changeTerms(parent.organization_id, { tax_rate: Schema.decodeUnknownSync(RequestedTaxRate)("19") })
  yield* pay(parent, 10_000_000)
  return { parent, child: yield* suborganization(parent) }
})

const setLimits = Effect.fnUntraced(function*(
  parent: Customer,
  child: Customer,
  values: { readonly monthly_spend?: Money.MinorUnits | null; readonly domains?: number | null }
) {
  const limits = yield* OrganizationLimits
  return yield* parent.act(limits.update(child.organization_id, values))
})

let names = 0
const order = (child: Customer) => Effect.result(register(child, `limited-${++names}.com`))

const nextMonth = Effect.gen(function*() {
  const now = yield* DateTime.now
  yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.add(DateTime.startOf(now, "month"), { months: 1 })))
})

export const organizationLimitsSuite = (name: string, platform: Layer.Layer<PlatformServices>, runs: number) => {
  layer(platform)(`Limits of suborganizations (${name})`, (it) => {
    it.effect("refuse a charge above the rest of the month with the catalogue's error, and store nothing", () =>
      Effect.gen(function*() {
        const { child, parent } = yield* family
        const limits = yield* OrganizationLimits
        yield* setLimits(parent, child, { monthly_spend: amount(price + 500) })
        assert.isTrue(Result.isSuccess(yield* order(child)))
        const refused = Result.getOrThrow(Result.flip(yield* order(child)))
        assert.deepInclude(refused, {
          code: "ERROR_BILLING_INSUFFICIENT_FUNDS",
          required: Money.toDecimal(price),
          available: "5.00",
          currency: "EUR"
        })
        const view = yield* child.act(limits.get(child.organization_id))
        assert.deepInclude(view, {
          spent_this_month: amount(price),
          domain_count: 1,
          monthly_spend: amount(price + 500),
          domains: null
        })
        // The parent, which pays, is not limited.
        assert.isTrue(Result.isSuccess(yield* order(parent)))
      }))

    it.effect("refuse a domain above their number, and let another one in when one has gone", () =>
      Effect.gen(function*() {
        const { child, parent } = yield* family
        yield* setLimits(parent, child, { domains: 1 })
        const first = Result.getOrThrow(yield* order(child))
        const refused = Result.getOrThrow(Result.flip(yield* order(child)))
        assert.deepInclude(refused, {
          code: "ERROR_ORGANIZATION_DOMAIN_LIMIT",
          organization_id: child.organization_id,
          limit: 1
        })
        yield* remove(child, first)
        assert.isTrue(Result.isSuccess(yield* order(child)))
      }))

    it.effect("admit what the limit covers of charges that are reserved at the same time", () =>
      Effect.gen(function*() {
        const { child, parent } = yield* family
        const { organization_id } = child
        const billing = yield* Billing
        yield* setLimits(parent, child, { monthly_spend: amount(5 * price + 100) })
        const query = { organization_id, product_type: "domain", product_class: "com", action: "create" } as const
        const quote = Option.getOrThrow(yield* billing.quote({ ...query, period: Period.years(1) }))
        const { atomically } = yield* Transaction
        const reserve = atomically(
          billing.reserve({
            organization_id,
            product_type: "domain",
            product_reference: "a.com",
            action: "create",
            quote
          })
        )
        const outcomes = yield* Effect.all(Array.from({ length: 40 }, () => Effect.result(reserve)), {
          concurrency: "unbounded"
        })
        const refused = outcomes.flatMap((outcome) => Result.isFailure(outcome) ? [outcome.failure] : [])
        assert.strictEqual(outcomes.length - refused.length, 5)
        assert.isTrue(
          refused.every(({ available, code }) => code === "ERROR_BILLING_INSUFFICIENT_FUNDS" && available === "1.00")
        )
      }))

    it.effect.prop(
      "admit exactly what a simple count admits, also of orders at the same time",
      { steps: Schema.Array(Step).check(Schema.isBetweenLength(3, 10)) },
      ({ steps }) =>
        Effect.gen(function*() {
          const { child, parent } = yield* family
          const limits = yield* OrganizationLimits
          const model = new Model()
          const made: Array<Effect.Success<ReturnType<typeof register>>> = []
          let fromThisMonth = 0
          for (const step of steps) {
            if (step.kind === "limit") {
              model.orders = step.orders
              model.domains = step.domains
              // Half a price more than whole orders cost, so that the rest never covers another one.
              const monthly_spend = step.orders === null ? null : amount(step.orders * price + Math.floor(price / 2))
              yield* setLimits(parent, child, { monthly_spend, domains: step.domains })
            } else if (step.kind === "order") {
              const expected = Math.min(step.count, model.admitted)
              const outcomes = yield* Effect.all(Array.from({ length: step.count }, () => order(child)), {
                concurrency: "unbounded"
              })
              const done = outcomes.flatMap((outcome) => Result.isSuccess(outcome) ? [outcome.success] : [])
              assert.strictEqual(done.length, expected, JSON.stringify(steps))
              made.push(...done)
              fromThisMonth += done.length
              model.spent += done.length
              model.owned += done.length
            } else if (step.kind === "undo" && fromThisMonth > 0) {
              const last = made.pop()
              if (last === undefined) continue
              yield* remove(child, last)
              fromThisMonth--
              model.spent--
              model.owned--
            } else if (step.kind === "nextMonth") {
              yield* nextMonth
              fromThisMonth = 0
              model.spent = 0
            }
            const view = yield* child.act(limits.get(child.organization_id))
            assert.deepStrictEqual([view.spent_this_month, view.domain_count], [
              amount(model.spent * price),
              model.owned
            ])
          }
        }),
      { timeout: 120_000, arbitrary: { runs, size: 10 } }
    )
  })
}
