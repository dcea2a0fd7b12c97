import { assert, describe, it } from "@effect/vitest"
import { migrate, schemaStatus, sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, isPlatformError } from "@namewright/core/embed"
import { ConfigurationError } from "@namewright/core/shared"
import { existsSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), "namewright-migrate-"))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe("migrate and schemaStatus", () => {
  it("migrate a file once, and show what is pending without creating it", () =>
    inFolder(async (folder) => {
      const at = { filename: join(folder, "shop.sqlite") }
      const before = await schemaStatus(at)
      assert.deepStrictEqual([before.state, before.stored], ["outdated", 0])
      assert.isFalse(existsSync(at.filename))
      assert.deepStrictEqual(await migrate(at), before.pending)
      assert.deepStrictEqual(await migrate(at), [])
      const after = await schemaStatus(at)
      assert.deepStrictEqual([after.state, after.stored, after.pending], ["current", after.known, []])
      await using platform = createPlatform({ storage: sqlite({ ...at, migrate: "check" }) })
      await platform.ready()
    }))

  it("show and refuse the schema of a later version", () =>
    inFolder(async (folder) => {
      const at = { filename: join(folder, "shop.sqlite") }
      await migrate(at)
      const database = new DatabaseSync(at.filename)
      database.exec("INSERT INTO namewright_migrations (migration_id, name) VALUES (9999, 'later')")
      database.close()
      assert.strictEqual((await schemaStatus(at)).state, "newer")
      const refused = await migrate(at).catch((error: unknown) => error)
      assert.isTrue(isPlatformError(refused, "ERROR_SCHEMA_MISMATCH"), String(refused))
    }))

  it("reject with the problems of the location, and with StorageUnavailable for a missing folder", () =>
    inFolder(async (folder) => {
      for (const wrong of [{ filename: "" }, { filename: ":memory:" }, {}, { filename: "a", schema: "b" }]) {
        const invalid = await migrate(wrong as { filename: string }).catch((error: unknown) => error)
        assert.instanceOf(invalid, ConfigurationError)
        assert.lengthOf(invalid instanceof ConfigurationError ? invalid.problems : [], 1)
      }
      const at = { filename: join(folder, "missing", "shop.sqlite") }
      for (const call of [migrate(at), schemaStatus(at)]) {
        const away = await call.catch((error: unknown) => error)
        assert.isTrue(isPlatformError(away, "ERROR_STORAGE_UNAVAILABLE"))
        assert.include(String(away), join(folder, "missing"))
      }
    }))
})
