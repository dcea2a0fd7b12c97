import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"

const main = fileURLToPath(new URL("../benchmarks/src/main.ts", import.meta.url))

/** What a benchmark prints; one that misses a bound with so little work ends with an error, which says nothing here. */
const bench = (...args: ReadonlyArray<string>) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, NAMEWRIGHT_PG_URL: inject("postgresUrl") }
    execFile(
      process.execPath,
      ["--conditions=namewright-source", main, "--scale", "0.01", ...args],
      { env },
      (_, stdout, stderr) => resolve(`${stdout}${stderr}`)
    )
  })

describe("benchmarks", () => {
  it("compare a list with a handler that answers the same", async () => {
    assert.include(await bench("list-http"), "| List of 50 with total: server CPU per request |")
  }, 120_000)
})
