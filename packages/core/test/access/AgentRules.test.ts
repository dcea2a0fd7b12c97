import { assert, describe, it } from "@effect/vitest"
import { asAgent, seesAuthCodes, systemActor, withoutAuthCodes } from "@namewright/core/access"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { globSync, readFileSync } from "node:fs"

const packages = new URL("../../../", import.meta.url)

describe("auth codes", () => {
  it.effect("are for callers with the right, and for programs only where the organization shows them", () =>
    Effect.gen(function*() {
      const actor = systemActor(yield* newOrganizationId)
      const agent = { client_id: "client-1", scopes: [], user_id: "user-1" }
      const shown = asAgent(actor, agent, { rest_access: false, show_auth_codes: true })
      const hidden = asAgent(actor, agent, { rest_access: false, show_auth_codes: false })
      assert.deepStrictEqual([actor, shown, hidden].map(seesAuthCodes), [true, true, false])
      assert.deepStrictEqual([actor, shown, hidden].map(withoutAuthCodes).map(seesAuthCodes), [true, false, false])
      assert.isFalse(seesAuthCodes({ ...actor, permissions: new Set(["domains:manage"]) }))
    }))

  it("are checked in one place, so that no reader of auth codes omits the check", () => {
    const asking = globSync("*/src/**/*.ts", { cwd: packages }).filter((path) =>
      /\b(?:authorize|covers|has)\([^)]*"domain_auth_codes:read"/.test(readFileSync(new URL(path, packages), "utf8"))
    )
    assert.deepStrictEqual(asking, ["core/src/access/AgentRules.ts"])
  })
})
