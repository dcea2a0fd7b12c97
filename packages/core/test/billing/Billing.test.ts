import { assert, layer } from "@effect/vitest"
import { Billing, BillingTransactions, TaxRateUnits, Wallets } from "@namewright/core/billing"
import { OrganizationAttributes, OrganizationOperations } from "@namewright/core/organizations"
import { newOrganizationId, Period, Transaction } from "@namewright/core/shared"
import { Effect, Exit, Option } from "effect"
import { TestClock } from "effect/testing"
import { as, newChild, newParent, organizationsPlatform } from "../organizations/OrganizationsPlatform.ts"
import { alertsOf, amount, balanceOf, charge, firstPage, funded, newestFirst } from "./BillingFixtures.ts"

layer(organizationsPlatform)("Billing", (it) => {
  it.effect("reserves the price with tax, and captures or releases it", () =>
    Effect.gen(function*() {
      const { capture, refund, release, reserve } = yield* Billing
      const { get } = yield* BillingTransactions
      const payer = yield* newParent({ ...funded, tax_rate: TaxRateUnits.make(190_000) })
      const id = yield* reserve(charge(payer, { volume: 2 }))
      const read = get({ organization_id: payer }, id).pipe(as(payer))
      assert.strictEqual(yield* balanceOf(payer), 10_000 - 2_380)
      const pending = yield* read
      assert.deepInclude(pending, { status: "pending", volume: 2, unit: "y", currency: "EUR", completed_on: null })
      assert.deepStrictEqual<ReadonlyArray<number>>(
        [pending.price, pending.tax_rate, pending.tax_amount],
        [2_000, 190_000, 380]
      )
      yield* TestClock.adjust("1 hour")
      yield* capture(id)
      yield* capture(id)
      const taken = yield* read
      assert.deepStrictEqual([taken.status, taken.completed_on], ["succeeded", taken.updated_on])
      assert.strictEqual(yield* balanceOf(payer), 10_000 - 2_380)
      yield* refund(id)
      yield* refund(id)
      assert.deepStrictEqual([(yield* read).status, yield* balanceOf(payer)], ["canceled", 10_000])

      const failed = yield* reserve(charge(payer))
      yield* release(failed, "failed")
      yield* release(failed, "canceled")
      assert.strictEqual((yield* get({ organization_id: payer }, failed).pipe(as(payer))).status, "failed")
      assert.strictEqual(yield* balanceOf(payer), 10_000)
    }))

  it.effect("treats a step that contradicts an earlier one as a defect, and changes nothing", () =>
    Effect.gen(function*() {
      const { capture, refund, release, reserve } = yield* Billing
      const payer = yield* newParent(funded)
      const [pending, taken, given] = [
        yield* reserve(charge(payer)),
        yield* reserve(charge(payer)),
        yield* reserve(charge(payer))
      ]
      yield* capture(taken)
      yield* release(given, "failed")
      for (const step of [refund(pending), release(taken, "failed"), capture(given), refund(given)]) {
        assert.isTrue(Exit.hasDies(yield* Effect.exit(step)))
      }
      assert.strictEqual(yield* balanceOf(payer), 8_000)
    }))

  it.effect("charges the parent for consolidated suborganizations, and independent ones themselves", () =>
    Effect.gen(function*() {
      const { reserve } = yield* Billing
      const { topUp } = yield* Wallets
      const parent = yield* newParent({ ...funded, terms: { independent_billing_approved: true } })
      const consolidated = yield* newChild(parent)
      const independent = yield* newChild(parent, {
        billing_mode: "independent",
        currency: "USD",
        country_code: "US",
        users: [{ username: "payer", email: "p@example.com", first_name: "P", last_name: "Q", locale: "en" }]
      })
      yield* topUp({ organization_id: independent, amount: amount(5_000), reference: "INV-1" })
      yield* reserve(charge(consolidated))
      yield* reserve(charge(independent, { currency: "USD" }))
      assert.deepStrictEqual(
        [yield* balanceOf(parent), yield* balanceOf(consolidated), yield* balanceOf(independent)],
        [9_000, null, 4_000]
      )
    }))

  it.effect("fails with the required and the available amount, and stores nothing", () =>
    Effect.gen(function*() {
      const { reserve } = yield* Billing
      const { list } = yield* BillingTransactions
      const payer = yield* newParent({ starting_credit: amount(999) })
      const refusal = yield* Effect.flip(reserve(charge(payer)))
      assert.deepInclude(refusal, { required: "10.00", available: "9.99", currency: "EUR" })
      const penniless = yield* Effect.flip(reserve(charge(yield* newParent())))
      assert.strictEqual(penniless.available, "0.00")
      const stored = yield* list({ organization_id: payer }, { product_type: "domain" }, newestFirst, firstPage)
        .pipe(as(payer))
      assert.deepStrictEqual([stored.total, yield* balanceOf(payer)], [0, 999])
    }))

  it.effect("allows postpaid payers to use their credit limit", () =>
    Effect.gen(function*() {
      const { reserve } = yield* Billing
      const terms = { billing_model: "postpaid", credit_limit: amount(1_500) } as const
      const payer = yield* newParent({ terms })
      yield* reserve(charge(payer))
      const refusal = yield* Effect.flip(reserve(charge(payer)))
      assert.deepStrictEqual([refusal.available, yield* balanceOf(payer)], ["5.00", -1_000])
    }))

  it.effect("reserves by the credit limit of that moment, whatever it was at the time of the quote", () =>
    Effect.gen(function*() {
      const { quote, reserve } = yield* Billing
      const operations = yield* OrganizationOperations
      const payer = yield* newParent({ terms: { billing_model: "postpaid", credit_limit: amount(1_500) } })
      const found = yield* quote({
        organization_id: payer,
        product_type: "domain",
        action: "create",
        product_class: "com",
        period: Period.years(1)
      })
      const quoted = { ...charge(payer), quote: Option.getOrThrow(found) }
      yield* operations.changeTerms(payer, { billing_model: "postpaid", credit_limit: amount(100) })
      assert.strictEqual((yield* Effect.flip(reserve(quoted))).available, "1.00")
    }))

  it.effect("joins the caller's transaction, whose rollback undoes the reservation", () =>
    Effect.gen(function*() {
      const { capture, reserve } = yield* Billing
      const { atomically } = yield* Transaction
      const payer = yield* newParent(funded)
      yield* Effect.flip(atomically(Effect.andThen(reserve(charge(payer)), Effect.fail("no"))))
      assert.strictEqual(yield* balanceOf(payer), 10_000)
      const id = yield* reserve(charge(payer))
      yield* Effect.flip(atomically(Effect.andThen(capture(id), Effect.fail("no"))))
      yield* capture(id)
      assert.strictEqual(yield* balanceOf(payer), 9_000)
    }))

  it.effect("refuses the unknown and the other currency as defects", () =>
    Effect.gen(function*() {
      const { capture, reserve } = yield* Billing
      const payer = yield* newParent(funded)
      const id = yield* reserve(charge(payer))
      const unknown = id.replace(/.$/, (last) => last === "0" ? "1" : "0") as typeof id
      for (
        const wrong of [
          reserve(charge(yield* newOrganizationId)),
          reserve(charge(payer, { currency: "USD" })),
          capture(unknown)
        ]
      ) {
        assert.isTrue(Exit.hasDies(yield* Effect.exit(wrong)))
      }
    }))

  it.effect("notifies the payer once that its balance fell below the threshold", () =>
    Effect.gen(function*() {
      const { release, reserve } = yield* Billing
      const { update } = yield* OrganizationAttributes
      const payer = yield* newParent({ starting_credit: amount(3_000) })
      yield* update(undefined, [{ key: "balance_alert_threshold", value: "15.00" }]).pipe(as(payer))
      yield* reserve(charge(payer))
      assert.strictEqual((yield* alertsOf(payer)).length, 1)
      const id = yield* reserve(charge(payer))
      yield* reserve(charge(payer))
      assert.deepStrictEqual((yield* alertsOf(payer)).slice(1), ["The balance of 10.00 EUR is below 15.00 EUR"])
      yield* release(id, "canceled")
      assert.strictEqual((yield* alertsOf(payer)).length, 2)
    }))

  it.effect("notifies the payer that the credit limit is reached", () =>
    Effect.gen(function*() {
      const { reserve } = yield* Billing
      const payer = yield* newParent({ terms: { billing_model: "postpaid", credit_limit: amount(2_000) } })
      yield* reserve(charge(payer))
      assert.deepStrictEqual(yield* alertsOf(payer), [])
      yield* reserve(charge(payer))
      assert.deepStrictEqual(yield* alertsOf(payer), ["The credit limit of 20.00 EUR is reached"])
    }))
})
