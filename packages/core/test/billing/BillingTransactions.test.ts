import { assert, layer } from "@effect/vitest"
import { Billing, BillingTransactions } from "@namewright/core/billing"
import { PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { as, newChild, newParent, organizationsPlatform } from "../organizations/OrganizationsPlatform.ts"
import { balanceOf, charge, firstPage, funded, newestFirst } from "./BillingFixtures.ts"

const production = Layer.provide(
  organizationsPlatform,
  Layer.succeed(PlatformSettings, { ...standardSettings, environment: "production" })
)

for (
  const [environment, platform, shown] of [
    ["sandbox", organizationsPlatform, 0],
    ["production", production, 1_000]
  ] as const
) {
  layer(platform)(`BillingTransactions (${environment})`, (it) => {
    it.effect(`show an amount of ${shown} beside the price`, () =>
      Effect.gen(function*() {
        const { reserve } = yield* Billing
        const { get, list } = yield* BillingTransactions
        const payer = yield* newParent(funded)
        const id = yield* reserve(charge(payer))
        const one = yield* get({ organization_id: payer }, id).pipe(as(payer))
        const page = yield* list({ organization_id: payer }, { status: "pending" }, newestFirst, firstPage).pipe(
          as(payer)
        )
        assert.deepStrictEqual([one.price, one.amount, page.items[0]?.amount], [1_000, shown, shown])
        assert.strictEqual(yield* balanceOf(payer), 9_000)
      }))
  })
}

layer(organizationsPlatform)("BillingTransactions", (it) => {
  it.effect("show a parent what it pays, and a suborganization what it incurred", () =>
    Effect.gen(function*() {
      const { reserve } = yield* Billing
      const { get, list } = yield* BillingTransactions
      const parent = yield* newParent(funded)
      const child = yield* newChild(parent)
      const own = yield* reserve(charge(parent))
      yield* TestClock.adjust("1 minute")
      const incurred = yield* reserve(charge(child))
      const domains = { product_type: "domain" } as const
      const ids = (organization: Parameters<typeof list>[0]) =>
        Effect.map(
          list(organization, domains, newestFirst, firstPage),
          ({ items }) => items.map((item) => item.billing_transaction_id)
        )
      assert.deepStrictEqual(yield* ids({ organization_id: parent }).pipe(as(parent)), [incurred, own])
      assert.deepStrictEqual(yield* ids({ organization_id: child }).pipe(as(parent)), [incurred])
      assert.deepStrictEqual(yield* ids({ organization_id: parent, context: child }).pipe(as(parent)), [incurred])
      assert.deepStrictEqual(yield* ids({ organization_id: child }).pipe(as(child, parent)), [incurred])
      const read = yield* get({ organization_id: child }, incurred).pipe(as(child, parent))
      assert.deepStrictEqual([read.organization_id, read.price], [child, 1_000])
      const hidden = yield* Effect.flip(get({ organization_id: child }, own).pipe(as(child, parent)))
      assert.strictEqual(hidden._tag, "TransactionNotFound")
    }))

  it.effect("are hidden from strangers, and the header is for parents", () =>
    Effect.gen(function*() {
      const { list } = yield* BillingTransactions
      const [parent, stranger] = [yield* newParent(), yield* newParent()]
      const child = yield* newChild(parent)
      const sibling = yield* newChild(parent)
      const attempt = (organization: Parameters<typeof list>[0]) =>
        Effect.flip(list(organization, {}, newestFirst, firstPage))
      assert.strictEqual((yield* attempt({ organization_id: parent }).pipe(as(stranger)))._tag, "UnknownOrganization")
      assert.strictEqual(
        (yield* attempt({ organization_id: parent }).pipe(as(child, parent)))._tag,
        "UnknownOrganization"
      )
      const bySibling = yield* attempt({ organization_id: child, context: sibling }).pipe(as(child, parent))
      const byStranger = yield* attempt({ organization_id: stranger, context: child }).pipe(as(stranger))
      assert.deepStrictEqual([bySibling._tag, byStranger._tag], ["PermissionDenied", "PermissionDenied"])
    }))
})
