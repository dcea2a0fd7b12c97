import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chmod, cp, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { installedPostgres, LocalPostgres } from "./LocalPostgres.ts"

const answer = async (url: string): Promise<unknown> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: [row] } = await client.query("SELECT 42 AS answer")
    return row.answer
  } finally {
    await client.end()
  }
}

describe("LocalPostgres", () => {
  it("starts from a folder that only this process's user may enter, also as root, and leaves no files", async () => {
    const folder = await mkdtemp(join(tmpdir(), "namewright-locked-"))
    await chmod(folder, 0o700)
    await cp(installedPostgres(), join(folder, "native"), { recursive: true, verbatimSymlinks: true })
    try {
      const server = await LocalPostgres.prepare(["fsync=off"], join(folder, "native"))
      await server.start()
      assert.strictEqual(await answer(server.url), 42)
      await server.stop()
      await server.remove()
      assert.isFalse(existsSync(dirname(server.dataFolder)))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it("explains in one line why it does not start, and how to proceed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "namewright-empty-"))
    const error = await LocalPostgres.prepare([], join(folder, "native")).then(
      () => assert.fail(),
      (failure) => failure
    )
    await rm(folder, { recursive: true })
    assert.match(error.message, /^PostgreSQL did not start\. Set NAMEWRIGHT_PG_URL to a running server\.\n.*ENOENT/)
  })

  it("stops when a signal ends its process", async () => {
    const script = `
      const { LocalPostgres } = await import(${JSON.stringify(new URL("LocalPostgres.ts", import.meta.url).href)})
      const server = await LocalPostgres.prepare(["fsync=off"])
      await server.start()
      console.log(JSON.stringify({ url: server.url, folder: server.dataFolder }))`
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      stdio: ["ignore", "pipe", "inherit"]
    })
    const [printed] = await once(child.stdout, "data")
    const { folder, url } = JSON.parse(String(printed))
    assert.strictEqual(await answer(url), 42)
    child.kill("SIGTERM")
    const [, signal] = await once(child, "exit")
    assert.strictEqual(signal, "SIGTERM")
    assert.isFalse(existsSync(dirname(folder)))
    await answer(url).then(() => assert.fail("It still answers"), () => undefined)
  })
})
