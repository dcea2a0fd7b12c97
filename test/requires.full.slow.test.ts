import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { glob } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { stripVTControlCharacters } from "node:util"

const root = fileURLToPath(new URL("..", import.meta.url))
const vitest = fileURLToPath(import.meta.resolve("vitest/package.json")).replace(/package\.json$/, "vitest.mjs")

interface Run {
  readonly code: number | null
  readonly output: string
}

/** Loads test files in a separate run that executes none of their tests. */
const load = (files: ReadonlyArray<string>, variables: Record<string, string>): Promise<Run> =>
  new Promise((resolve) => {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV$|TEST$)/.test(name))
    const args = [
      "run",
      "--project",
      "unit",
      "--project",
      "slow",
      "--no-isolate",
      "--testNamePattern",
      "no test has this name"
    ]
    const child = execFile(
      process.execPath,
      [vitest, ...args, ...files],
      { cwd: root, env: { ...Object.fromEntries(inherited), CI: "true", ...variables }, maxBuffer: 1 << 26 },
      (_, stdout, stderr) => resolve({ code: child.exitCode, output: stripVTControlCharacters(stdout + stderr) })
    )
  })

const contracts = "packages/nameservers/test/contracts.slow.test.ts"
const browser = "packages/http/test/realm/browser.full.slow.test.ts"

describe("requires", () => {
  it("leaves tests in every file without optional programs, and lists skipped suites at the end of the run", async () => {
    const files: Array<string> = []
    for await (const file of glob("{packages/*/test,test}/**/*.test.ts", { cwd: root })) {
      if (/\brequires\(/.test(readFileSync(join(root, file), "utf8"))) files.push(file)
    }
    assert.includeMembers(files, [contracts, browser])
    const { code, output } = await load(files, { NAMEWRIGHT_OPTIONAL_PROGRAMS: "hidden" })
    assert.strictEqual(code, 0, output)
    const end = output.slice(output.search(/^ *Duration /m))
    assert.match(end, new RegExp(`^ Skipped without .*knotd.*:\\n +${contracts} \\([0-9]+\\)$`, "m"))
    assert.match(end, new RegExp(`^ Skipped without Chromium:\\n(?: +packages/.*\\n)* +${browser} \\([0-9]+\\)$`, "m"))
    assert.match(end, /apt-get install --no-install-recommends bind9 .*chromium .*pdns-backend-sqlite3 pdns-server/)
  })

  it("fails a file with a missing program if optional programs are required", async () => {
    const { code, output } = await load([browser], {
      NAMEWRIGHT_OPTIONAL_PROGRAMS: "required",
      NAMEWRIGHT_CHROMIUM: join(root, "no-such-browser")
    })
    assert.strictEqual(code, 1, output)
    assert.include(output, "Missing: Chromium. Install chromium.")
  })
})
