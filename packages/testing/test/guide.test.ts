import { assert, describe, it } from "@effect/vitest"
import { testPlatform } from "@namewright/testing"
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

  it("shows how statements of a host run on SQLite", async () => {
    const page = readFileSync(new URL("../../../docs/testing.md", import.meta.url), "utf8")
    const block = [...page.matchAll(/```ts\n([^]*?)```/g)].at(-1)?.[1] ?? ""
    const plain = (text: string): string => text.replace(/\s+/g, " ").trim()
    assert.isNotEmpty(block)
    assert.include(plain(readFileSync(new URL(import.meta.url), "utf8")), plain(block))
    await using platform = await testPlatform()
    const onSqlite = (sql: string): string => sql.replaceAll(/\$(\d+)/g, "?$1")

    await platform.transaction(async (tx) => {
      await tx.query("ATTACH DATABASE ':memory:' AS shop")
      await tx.query("CREATE TABLE shop.orders (order_id text PRIMARY KEY, domain text NOT NULL)")
      await tx.query(onSqlite("INSERT INTO shop.orders VALUES ($1, $2)"), ["17", "my-shop.com"])
    })

    const rows = await platform.transaction((tx) =>
      tx.query(onSqlite("SELECT domain FROM shop.orders WHERE order_id = $1"), ["17"])
    )
    assert.deepStrictEqual(rows.map((row) => ({ ...row })), [{ domain: "my-shop.com" }])
  })
})
