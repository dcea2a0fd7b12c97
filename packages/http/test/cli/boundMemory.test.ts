import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { sparingFlags } from "../../src/cli/boundMemory.ts"

const source = fileURLToPath(new URL("../../src/cli/boundMemory.ts", import.meta.url))

const program = `
  import { boundMemory } from ${JSON.stringify(source)}
  const { pid } = process
  boundMemory()
  const { argv, env, execArgv } = process
  console.log(JSON.stringify({ pid, execArgv, args: argv.slice(2), stores: env.MALLOC_ARENA_MAX, compiled: env.NODE_COMPILE_CACHE }))
`

interface Told {
  readonly pid: number
  readonly execArgv: ReadonlyArray<string>
  readonly args: ReadonlyArray<string>
  readonly stores?: string
  readonly compiled?: string
}

/** What a program says of its process once that is prepared. */
const prepared = async (flags: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), "namewright-"))
  const file = join(folder, "program.mjs")
  await writeFile(file, program)
  const running = promisify(execFile)(process.execPath, [...flags, file, "serve", "--port", "1"], { env })
  const { stderr, stdout } = await running
  await rm(folder, { recursive: true })
  assert.strictEqual(stderr, "")
  return { ...JSON.parse(stdout) as Told, started: running.child.pid }
}

describe.skipIf(process.platform === "win32")("boundMemory", () => {
  it("begins anew in the same process, with its arguments", async () => {
    const { args, compiled, execArgv, pid, started, stores } = await prepared(["--disable-warning=ExperimentalWarning"])
    assert.deepStrictEqual(execArgv, [...sparingFlags, "--disable-warning=ExperimentalWarning"])
    assert.deepStrictEqual(args, ["serve", "--port", "1"])
    assert.strictEqual(stores, "2")
    assert.isDefined(compiled)
    assert.strictEqual(pid, started)
  })

  it("keeps what the operator chose", async () => {
    const own = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=32"]
    assert.deepStrictEqual((await prepared(own)).execArgv, own)
    const options = { NODE_OPTIONS: "--max_semi_space_size=32 --disable-warning=ExperimentalWarning" }
    assert.deepStrictEqual((await prepared([], options)).execArgv, [])
    const chosen = { MALLOC_ARENA_MAX: "7", NODE_COMPILE_CACHE: join(tmpdir(), "namewright-compiled") }
    const { compiled, stores } = await prepared(["--disable-warning=ExperimentalWarning"], chosen)
    assert.deepStrictEqual({ compiled, stores }, { compiled: chosen.NODE_COMPILE_CACHE, stores: "7" })
  })
})
