import { assert, describe, it } from "@effect/vitest"
import { testsOf } from "./exampleSlice.ts"

describe("The example slice", () => {
  it("is named by a test where neither its operations, methods nor commands are registered", () => {
    const { failed } = testsOf(
      ["packages/core/src/embed/calls.ts", "packages/core/src/embed/batchCommands.ts", "packages/http/src/slices.ts"],
      "test/architecture.test.ts",
      "packages/http/test/platform/slices.test.ts"
    )
    assert.sameMembers([...failed], [
      "slices of core export their operations for embedders",
      "slices of core register every batch command that they declare",
      "The slices register every group of operations that they declare"
    ])
  })
})
