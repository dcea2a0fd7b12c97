import { assert, layer } from "@effect/vitest"
import { OrganizationDirectory } from "@namewright/core/access"
import { Wallets } from "@namewright/core/billing"
import { OrganizationOperations } from "@namewright/core/organizations"
import { InvalidInput, Money, newOrganizationId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { newParent, organizationsPlatform } from "./OrganizationsPlatform.ts"

const credit = Money.MinorUnits.make(10_000)

layer(organizationsPlatform)("OrganizationOperations", (it) => {
  it.effect("creates a parent that pays in EUR out of its starting credit", () =>
    Effect.gen(function*() {
      const { balance } = yield* Wallets
      const { find } = yield* OrganizationDirectory
      const parent = yield* newParent({ starting_credit: credit })
      assert.deepStrictEqual(yield* balance(parent), Option.some({ amount: credit, currency: "EUR" }))
      assert.deepStrictEqual(
        yield* find(parent),
        Option.some({ organization_id: parent, parent_organization_id: null, active: true })
      )
    }))

  it.effect("stores no parent whose starting credit cannot be booked", () =>
    Effect.gen(function*() {
      const { createParent } = yield* OrganizationOperations
      const sql = yield* SqlClient.SqlClient
      const failed = yield* Effect.flip(createParent({ name: "Broke", starting_credit: Money.MinorUnits.make(-1) }))
      assert.instanceOf(failed, InvalidInput)
      assert.deepStrictEqual(yield* sql`SELECT name FROM organizations WHERE name = 'Broke'`, [])
    }))

  it.effect("accepts credit limits of postpaid customers only", () =>
    Effect.gen(function*() {
      const { changeTerms, createParent } = yield* OrganizationOperations
      const parent = yield* newParent()
      const limit = { credit_limit: credit }
      assert.instanceOf(yield* Effect.flip(changeTerms(parent, limit)), InvalidInput)
      assert.instanceOf(yield* Effect.flip(createParent({ name: "Prepaid", terms: limit })), InvalidInput)
      const postpaid = yield* changeTerms(parent, { billing_model: "postpaid", ...limit })
      assert.deepStrictEqual([postpaid.billing_model, postpaid.credit_limit], ["postpaid", credit])
      assert.instanceOf(yield* Effect.flip(changeTerms(parent, { billing_model: "prepaid" })), InvalidInput)
      const back = yield* changeTerms(parent, { billing_model: "prepaid", credit_limit: Money.zero })
      assert.strictEqual(back.billing_model, "prepaid")
    }))

  it.effect("sets an organization inactive and active again", () =>
    Effect.gen(function*() {
      const { changeTerms } = yield* OrganizationOperations
      const { find } = yield* OrganizationDirectory
      const parent = yield* newParent()
      const isActive = Effect.map(find(parent), Option.exists((entry) => entry.active))
      yield* changeTerms(parent, { status: "inactive" })
      assert.isFalse(yield* isActive)
      yield* changeTerms(parent, { status: "active" })
      assert.isTrue(yield* isActive)
      const unknown = yield* Effect.flip(changeTerms(yield* newOrganizationId, { status: "inactive" }))
      assert.strictEqual(unknown._tag, "UnknownOrganization")
    }))
})
