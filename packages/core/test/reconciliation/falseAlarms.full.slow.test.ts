import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
import { Effect, Schema } from "effect"
import { testSize } from "../../../../test/testSize.ts"
import { assertNoFinding, BusyStep } from "./busyPlatform.ts"

const step = (kind: BusyStep["kind"], minutes: number, fault: BusyStep["fault"] = "none", target = 0): BusyStep => ({
  kind,
  fault,
  target,
  minutes
})

describe("the reconciliation of a busy platform", () => {
  it("has no finding after registrations, renewals, deletions and restores", async () => {
    await using platform = await testPlatform()
    const { operator } = platform
    const { organization_id } = await platform.create.organization()
    const caller = platform.as(organization_id, "admin")
    const kept = await platform.create.domain(organization_id)
    const restored = await platform.create.domain(organization_id)
    await platform.clock.advance({ days: 20 })
    await caller.domains.renew(kept.name, { period: 1, current_expiry_date: kept.expires_on ?? "" })
    await caller.domains.remove(restored.name)
    await platform.clock.advance({ days: 2 })
    await caller.domains.restore(restored.name, {})
    await platform.clock.advance({ days: 2 })
    const { items } = await caller.transactions.page({ page_size: 100 })
    const charges = items.filter(({ product_type, status }) => product_type === "domain" && status === "succeeded")
    assert.sameMembers(
      [...new Set(charges.map(({ action }) => action))].filter((action) => action !== "transfer"),
      ["create", "renew", "restore"]
    )
    const days = new Set(items.map(({ completed_on, created_on }) => (completed_on ?? created_on).slice(0, 10)))
    assert.isAtLeast(days.size, 3)
    for (const day of days) {
      const { findings, unchecked } = await operator.reconciliation.run({ day })
      assert.deepStrictEqual(findings, [])
      assert.notInclude(unchecked, "charge_without_order")
    }
  })

  it("finds nothing in a walk with every kind of order", { timeout: 300_000 }, async () => {
    const kinds = await assertNoFinding([
      step("register", 10),
      step("register", 10, "answerLost"),
      step("register", 90, "unanswered"),
      step("registerLater", 10, "none", 0),
      step("registerLater", 10, "none", 1),
      step("transfer", 90, "answerLost", 1),
      step("transfer", 10, "none", 2),
      step("transfer", 10),
      step("pay", 1_400),
      step("topUp", 10_000),
      step("renew", 30, "answerLost"),
      step("renewQuoted", 30, "unavailable", 1),
      step("renewQuoted", 30, "none", 1),
      step("remove", 90),
      step("void", 3_000),
      step("restore", 600, "answerLost"),
      step("renew", 600)
    ])
    assert.includeMembers([...kinds], [
      "charge.captured",
      "credit_note.issued",
      "domain.registered",
      "domain.registration_failed",
      "domain.renewed",
      "domain.restored",
      "domain.transfer_in_failed",
      "domain.transferred_in",
      "invoice.issued",
      "payment.received",
      "receipt.issued"
    ])
  })

  it.effect.prop(
    "finds nothing while charges arrive, outcomes are unknown, and months end",
    { steps: Schema.Array(BusyStep).check(Schema.isBetweenLength(6, 12)) },
    ({ steps }) => Effect.promise(() => assertNoFinding(steps)),
    { timeout: 300_000, arbitrary: { runs: testSize(1, 2, "NAMEWRIGHT_RECONCILIATION_RUNS"), size: 12 } }
  )
})
