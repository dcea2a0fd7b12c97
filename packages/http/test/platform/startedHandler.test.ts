import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, isPlatformError, StorageUnavailable } from "@namewright/core/embed"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { toFetch } from "../../src/toFetch.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"

/** A platform whose database file has no folder yet. */
const withLatePlatform = async (
  use: (platform: ReturnType<typeof createPlatform>, makeFolder: () => Promise<unknown>) => Promise<void>
) => {
  const folder = await mkdtemp(join(tmpdir(), "namewright-late-"))
  const missing = join(folder, "data")
  const platform = createPlatform({ storage: sqlite({ filename: join(missing, "shop.sqlite") }) })
  try {
    await use(platform, () => mkdir(missing))
  } finally {
    await platform.dispose()
    await rm(folder, { recursive: true, force: true })
  }
}

describe("a handler of a platform whose storage appears later", () => {
  it("rejects as a web handler until then, and with PlatformClosed after the end", () =>
    withLatePlatform(async (platform, makeFolder) => {
      const fetch = toFetch(platform, { requestLog: false })
      const ready = () => fetch(new Request("https://any.example/health/ready"))
      const failures = await Promise.all([ready(), ready()].map((answer) => answer.catch((error: unknown) => error)))
      for (const error of failures) assert.instanceOf(error, StorageUnavailable)
      await makeFolder()
      assert.strictEqual((await ready()).status, 200)
      // The promise calls and the handler have one start.
      assert.strictEqual(platform.runtime, platform.runtime)

      await platform.dispose()
      const late = await toFetch(platform, { requestLog: false })(new Request("https://any.example/health/ready"))
        .catch((error: unknown) => error)
      assert.isTrue(isPlatformError(late, "ERROR_PLATFORM_CLOSED"))
    }))

  it("gives 503 as a Node handler until then", () =>
    withLatePlatform(async (platform, makeFolder) => {
      const server = createServer(toNodeHandler(platform, { requestLog: false }))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      try {
        const address = server.address()
        const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/health/ready`
        assert.strictEqual((await fetch(url)).status, 503)
        await makeFolder()
        assert.strictEqual((await fetch(url)).status, 200)
      } finally {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    }))
})
