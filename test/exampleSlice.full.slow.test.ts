import { assert, describe, it } from "@effect/vitest"
import { testsOf } from "./exampleSlice.ts"

describe("The example slice", () => {
  it("keeps the contract of its store, serves its operations, its bulk command and agents, and passes the tests of all slices", () => {
    const { failed, passed, stderr } = testsOf(
      [],
      "packages/adapters-sqlite/test/conformance.test.ts",
      "packages/http/test/notes",
      "packages/http/test/platform/tenancy.test.ts",
      "packages/http/test/platform/slices.test.ts",
      "packages/http/test/jobs/declaredCommands.test.ts",
      "test/architecture.test.ts",
      "--testNamePattern",
      "Note|slices|Commands of batches"
    )
    assert.deepStrictEqual(failed, [], stderr)
    assert.includeMembers(passed, [
      "NoteStore (sqlite) finds a note as it was inserted",
      "NoteStore (sqlite) lists notes in pages, newest first",
      "NoteStore (sqlite) neither returns nor removes notes of other organizations",
      "Notes are created, listed and deleted",
      "Notes are created by a bulk command",
      "Notes are deleted by an agent after a confirmation",
      "slices of core are those of slices.json",
      "The slices register every group of operations that they declare"
    ])
  })

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
