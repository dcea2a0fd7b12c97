import { assert, layer } from "@effect/vitest"
import { ActionQuotes, BatchQuotes } from "@namewright/core/approvals"
import { batchCommands } from "@namewright/core/embed"
import { Effect } from "effect"
import { operationCatalog } from "../../src/platform/OperationCatalog.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

layer(TestPlatform.layer)("Prices of operations", (it) => {
  it.effect("exist for exactly the operations that can create costs", () =>
    Effect.gen(function*() {
      const quotes = yield* ActionQuotes
      const costing = operationCatalog.filter(({ safety }) => safety.cost)
      const entered = quotes.operations().filter((id) => id !== "submitBatch")
      assert.sameMembers(entered, costing.map(({ operationId }) => operationId))
      assert.include(operationCatalog.map(({ operationId }) => operationId), "submitBatch")
    }))

  it.effect("exist for the jobs of exactly the commands that can create costs", () =>
    Effect.gen(function*() {
      const quotes = yield* BatchQuotes
      const costing = batchCommands.filter((command) => command.forms.some(({ risk }) => risk === "costs"))
      assert.sameMembers([...quotes.kinds()], costing.map(({ jobs }) => jobs.kind))
    }))
})
