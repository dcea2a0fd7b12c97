import { assert, describe, it } from "@effect/vitest"
import { arranged, prohibitedBy, prohibiting, withoutStatus, withStatus } from "@namewright/core/domains"
import { DomainStatus } from "@namewright/core/registry"
import { Effect, Schema } from "effect"
import { domainOf } from "./domainOf.ts"

const pendingOrForbidding = DomainStatus.literals.filter((status) =>
  /^(?:pending|client|server|redemption)/.test(status)
)

describe("the statuses of a domain", () => {
  it("include ok with a grace period, but not with a pending or prohibiting status", () => {
    assert.deepStrictEqual(arranged([]), ["ok"])
    assert.deepStrictEqual(arranged(["addPeriod"]), ["ok", "addPeriod"])
    assert.deepStrictEqual(arranged(["inactive", "ok"]), ["inactive"])
    for (const status of pendingOrForbidding) assert.notInclude(arranged(["ok", status]), "ok")
  })

  it.effect.prop(
    "are each there once, and arranging them again changes nothing",
    [Schema.Array(DomainStatus)],
    ([statuses]) =>
      Effect.sync(() => {
        const once = arranged(statuses)
        assert.strictEqual(new Set(once).size, once.length)
        assert.deepStrictEqual(arranged(once), once)
      })
  )

  it.effect.prop("are the same after one is added and removed", [DomainStatus], ([status]) =>
    Effect.sync(() => {
      const domain = domainOf({ registry_statuses: ["ok"] })
      if (status === "ok") return
      assert.deepStrictEqual(withoutStatus(withStatus(domain, status), status).registry_statuses, ["ok"])
    }))

  it("forbid exactly the actions of the table", () => {
    for (const status of DomainStatus.literals) {
      const domain = domainOf({ registry_statuses: [status] })
      for (const action of ["update", "renew", "delete", "restore", "transfer"] as const) {
        assert.deepStrictEqual(prohibiting(domain, action), prohibitedBy[action].includes(status) ? [status] : [])
      }
    }
  })
})
