import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../../src", import.meta.url))

describe("the OpenID provider", () => {
  it("is loaded by the first request that needs it", () => {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"))
    const loading = files.filter((path) =>
      /^(?:import|export) (?!type\b)[^"]*"oidc-provider"/m.test(readFileSync(join(folder, path), "utf8"))
    )
    assert.deepStrictEqual(loading, [])
  })
})
