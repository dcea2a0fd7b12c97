import { assert, layer } from "@effect/vitest"
import { JobKinds } from "@namewright/core/jobs"
import { Effect } from "effect"
import { commandRights } from "../../src/jobs/commandRights.ts"
import { operationNamed } from "../../src/platform/OperationCatalog.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

layer(TestPlatform.layer)("Rights of commands", (it) => {
  it.effect("contain the rights of all commands of a batch, each once", () =>
    Effect.gen(function*() {
      const kinds = yield* JobKinds
      const rights = (body: unknown) => commandRights(kinds, operationNamed("submitBatch").rules, body)
      const commands = [
        { command: "dns_zone_create", payload: {} },
        { type: "dns_zone_update_bulk" },
        { command: "contact_create" },
        { command: "nothing_known" },
        "domain_create",
        null
      ]
      assert.deepStrictEqual(rights({ commands }), ["dns:manage", "contacts:manage"])
      for (const body of [undefined, {}, { commands: "domain_create" }, []]) assert.deepStrictEqual(rights(body), [])
    }))

  it.effect("are empty for other operations", () =>
    Effect.gen(function*() {
      const body = { commands: [{ command: "dns_zone_create" }] }
      assert.deepStrictEqual(commandRights(yield* JobKinds, operationNamed("createTag").rules, body), [])
    }))
})
