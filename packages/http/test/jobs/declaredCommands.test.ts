import { assert, layer } from "@effect/vitest"
import { batchCommands, commandForms } from "@namewright/core/embed"
import { JobKinds } from "@namewright/core/jobs"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

layer(TestPlatform.layer)("Commands of batches", (it) => {
  it.effect("are registered as declared, with the jobs that they create", () =>
    Effect.gen(function*() {
      const kinds = yield* JobKinds
      const described = ({ name, right, risk }: { name: string; right: string; risk: string }) => ({
        name,
        right,
        risk
      })
      assert.sameDeepMembers(kinds.commands().map(described), commandForms.map(described))
      for (const { jobs } of batchCommands) assert.isDefined(kinds.kind(jobs.kind), jobs.kind)
    }))
})
