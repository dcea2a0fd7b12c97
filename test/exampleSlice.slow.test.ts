import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { addExampleSlice } from "./exampleSlice.ts"

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly message: string
    readonly assertionResults: ReadonlyArray<{ readonly fullName: string; readonly status: string }>
  }>
}

/** Runs unit tests of a workspace with the example slice, and returns the names of those with each result. */
const testsOf = (omitted: ReadonlyArray<string>, ...filters: ReadonlyArray<string>) => {
  const folder = mkdtempSync(join(tmpdir(), "namewright-slice-"))
  try {
    addExampleSlice(folder, omitted)
    const report = join(folder, "report.json")
    const vitest = join(folder, "node_modules/vitest/vitest.mjs")
    const options = ["run", "--project", "unit", "--reporter", "json", "--outputFile", report]
    const { stderr } = spawnSync(process.execPath, [vitest, ...options, ...filters], { cwd: folder, encoding: "utf8" })
    const { testResults }: Report = JSON.parse(readFileSync(report, "utf8"))
    const named = (status: string) =>
      testResults.flatMap(({ assertionResults }) => assertionResults)
        .filter((one) => one.status === status).map(({ fullName }) => fullName)
    const broken = testResults.map(({ message }) => message).filter((message) => message !== "")
    return { passed: named("passed"), failed: [...named("failed"), ...broken], stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("The example slice", () => {
  it("keeps the contract of its store", () => {
    const { failed, passed, stderr } = testsOf(
      [],
      "packages/adapters-sqlite/test/conformance.test.ts",
      "-t",
      "NoteStore"
    )
    assert.deepStrictEqual([failed, passed.length], [[], 3], stderr)
  })

  it("serves its operations, its bulk command and calls of agents, and passes the tests of all slices", () => {
    const { failed, passed, stderr } = testsOf(
      [],
      "packages/http/test/notes",
      "packages/http/test/platform/tenancy.test.ts",
      "packages/http/test/platform/slices.test.ts",
      "packages/http/test/jobs/declaredCommands.test.ts",
      "test/architecture.test.ts",
      "test/collected.test.ts"
    )
    assert.deepStrictEqual(failed, [], stderr)
    assert.includeMembers(passed, [
      "Notes are created, listed and deleted",
      "Notes are created by a bulk command",
      "Notes are deleted by an agent after a confirmation"
    ])
  })

  it("is named by a test where neither its operations, methods nor commands are registered", () => {
    const { failed } = testsOf(
      ["packages/core/src/embed/offers.ts", "packages/core/src/embed/batchCommands.ts", "packages/http/src/slices.ts"],
      "test/architecture.test.ts",
      "packages/http/test/platform/slices.test.ts"
    )
    assert.sameMembers([...failed], [
      "slices of core offer their operations to embedders",
      "slices of core register every command of batches that they declare",
      "The slices register every group of operations that they declare"
    ])
  })
})
