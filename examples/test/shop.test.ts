import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const folder = new URL("../shop/", import.meta.url)
const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"))

const allowed = new Set(["@namewright/core", "@namewright/adapters-pg", "@namewright/http", "fastify", "pg"])

describe("shop", () => {
  it("imports documented entry points only, and no Effect", () => {
    const imports = sources.flatMap((source) =>
      [...source.matchAll(/(?:\bfrom|\bimport\(?)\s*"([^"]+)"/g)].map(([, from = ""]) => from)
    )
    assert.includeMembers(imports, ["@namewright/core", "@namewright/adapters-pg", "fastify", "pg"])
    const others = imports.filter((from) => !allowed.has(from) && !from.startsWith("node:") && !from.startsWith("./"))
    assert.deepStrictEqual(others, [])
  })

  it("contains the examples of docs/embedding.md", () => {
    const plain = (text: string): string => text.replace(/\s+/g, " ").trim()
    const page = readFileSync(new URL("../../docs/embedding.md", import.meta.url), "utf8")
    const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, block = ""]) => plain(block))
    assert.lengthOf(blocks, 12)
    assert.deepStrictEqual(blocks.filter((block) => !sources.some((source) => plain(source).includes(block))), [])
  })

  it("has at most 250 lines", () => {
    const lines = sources.map((source) => source.trimEnd().split("\n").length)
    assert.isAtMost(lines.reduce((sum, count) => sum + count, 0), 250)
  })
})
