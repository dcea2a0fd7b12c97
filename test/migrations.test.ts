import { assert, describe, it } from "@effect/vitest"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import published from "../packages/adapters-sql/migrations.published.json" with { type: "json" }
import { migrations } from "../packages/adapters-sql/src/migrations/index.ts"

const folder = fileURLToPath(new URL("../packages/adapters-sql/src/migrations/", import.meta.url))
const names = Object.keys(migrations)

describe("migrations", () => {
  it("are numbered without gaps and listed in order", () => {
    assert.deepStrictEqual(names.map((name) => Number(name.slice(0, 4))), names.map((_, index) => index + 1))
  })

  it("are named NNNN_slice_change", () => {
    assert.deepStrictEqual(names.filter((name) => !/^\d{4}_[a-z][a-z_]*$/.test(name)), [])
  })

  it("are never edited once a release holds them", () => {
    const hashes: Record<string, string> = published
    const changed = Object.entries(hashes).filter(([name, hash]) =>
      createHash("sha256").update(readFileSync(`${folder}${name}.ts`)).digest("hex") !== hash
    )
    assert.deepStrictEqual(changed.map(([name]) => name), [])
  })
})
