import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { compileCache } from "../../../../test/compileCache.ts"
import manifest from "../../package.json" with { type: "json" }

/** The file that npm links as `namewright`. */
const bin = fileURLToPath(new URL(`../../${manifest.bin.namewright}`, import.meta.url))

/** Runs it as `npx namewright` does, in a folder that is not the checkout. */
const namewright = (...args: ReadonlyArray<string>) =>
  promisify(execFile)(process.execPath, [bin, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache }
  })

describe("the command namewright", () => {
  it("runs in a checkout that was not built", async () => {
    const { stdout } = await namewright("--version")
    assert.strictEqual(stdout.trim(), `namewright v${manifest.version}`)
  })

  it("ends with the exit code of the command", async () => {
    const { code } = await namewright("nonsense").then(() => assert.fail("It succeeded"), (error) => error)
    assert.strictEqual(code, 1)
  })
})
