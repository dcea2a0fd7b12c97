import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const example = fileURLToPath(new URL("renewals.example.ts", import.meta.url))

describe("docs/testing.md", () => {
  it("shows an example that runs with node:test, whose process ends by itself", async () => {
    const page = readFileSync(new URL("../../../docs/testing.md", import.meta.url), "utf8")
    assert.include(page, readFileSync(example, "utf8"))
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=namewright-source",
      "--test",
      "--test-reporter=tap",
      example
    ])
    assert.include(stdout, "# pass 2")
    assert.include(stdout, "# fail 0")
  }, 60_000)
})
