import { assert, layer } from "@effect/vitest"
import { BillingTransactions, Wallets } from "@namewright/core/billing"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { as, newChild, newParent, organizationsPlatform } from "../organizations/OrganizationsPlatform.ts"
import { alertsOf, amount, balanceOf, firstPage } from "./BillingFixtures.ts"

layer(organizationsPlatform)("Wallets", (it) => {
  it.effect("book a payment once, however often it is sent, and notify the payer", () =>
    Effect.gen(function*() {
      const { topUp } = yield* Wallets
      const payer = yield* newParent()
      const payment = { organization_id: payer, amount: amount(5_000), reference: "INV-1" }
      const id = yield* topUp(payment)
      assert.strictEqual(yield* topUp(payment), id)
      assert.strictEqual(yield* balanceOf(payer), 5_000)
      assert.deepStrictEqual(yield* alertsOf(payer), ["50.00 EUR were added; the balance is 50.00 EUR"])
    }))

  it.effect("announce an adjustment as a credit, never as a top-up", () =>
    Effect.gen(function*() {
      const { adjust, topUp } = yield* Wallets
      const payer = yield* newParent()
      yield* adjust({ organization_id: payer, amount: amount(700), reference: "goodwill 1" })
      yield* adjust({ organization_id: payer, amount: amount(-200), reference: "fee 1" })
      yield* topUp({ organization_id: payer, amount: amount(500), reference: "INV-1" })
      assert.deepStrictEqual(yield* alertsOf(payer), [
        "7.00 EUR were credited; the balance is 7.00 EUR",
        "5.00 EUR were added; the balance is 10.00 EUR"
      ])
    }))

  it.effect("book credits as negative service fees, and charges, but no charge that is not covered", () =>
    Effect.gen(function*() {
      const { adjust, audit } = yield* Wallets
      const { list } = yield* BillingTransactions
      const payer = yield* newParent()
      yield* adjust({ organization_id: payer, amount: amount(700), reference: "goodwill 1" })
      yield* adjust({ organization_id: payer, amount: amount(-200), reference: "fee 1" })
      const refused = yield* Effect.flip(adjust({ organization_id: payer, amount: amount(-501), reference: "fee 2" }))
      assert.strictEqual(refused._tag, "InsufficientFunds")
      const { items } = yield* list({ organization_id: payer }, {}, { by: "action", order: "asc" }, firstPage)
        .pipe(as(payer))
      assert.sameDeepMembers(items.map((item) => [item.action, item.price, item.product_reference, item.status]), [
        ["service_fee", amount(200), "fee 1", "succeeded"],
        ["service_fee", amount(-700), "goodwill 1", "succeeded"]
      ])
      assert.deepStrictEqual([yield* balanceOf(payer), yield* audit], [500, []])
    }))

  it.effect("refuse amounts, references and organizations that cannot be, all at once", () =>
    Effect.gen(function*() {
      const { adjust, topUp } = yield* Wallets
      const parent = yield* newParent()
      const child = yield* newChild(parent)
      const failed = yield* Effect.flip(topUp({ organization_id: child, amount: amount(-1), reference: "" }))
      assert.deepStrictEqual(
        failed._tag === "InvalidInput" && failed.issues.map((issue) => issue.loc.join(".")),
        ["body.organization_id", "body.amount", "body.reference"]
      )
      const nothing = yield* Effect.flip(adjust({ organization_id: parent, amount: amount(0), reference: "x" }))
      assert.strictEqual(nothing._tag, "InvalidInput")
      const unknown = { organization_id: yield* newOrganizationId, amount: amount(1), reference: "x" }
      assert.strictEqual((yield* Effect.flip(topUp(unknown)))._tag, "UnknownOrganization")
    }))
})
