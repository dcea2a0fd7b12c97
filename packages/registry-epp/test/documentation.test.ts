import { assert, describe, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"

const at = (path: string) => new URL(`../../../${path}`, import.meta.url)

const page = readFileSync(at("docs/epp.md"), "utf8")

/** The cells of the rows that say what is proven. */
const rows = page.split("\n").filter((line) => /^\| \d+ \|/.test(line)).map((line) => line.split(" | "))

/** Paths of a test by its name on the page. */
const paths: ReadonlyArray<(name: string) => string> = [
  (name) => `packages/registry-epp/test/${name}.test.ts`,
  (name) => `packages/registry-epp/test/${name}.slow.test.ts`,
  (name) => `packages/registry-epp/test/${name}.full.slow.test.ts`,
  (name) => `packages/registry-epp/test/${name}`,
  (name) => `packages/core/test/registry/${name.replace(/^core\//, "")}.test.ts`,
  (name) => name === "suite" ? "packages/conformance/src/registry" : "nowhere"
]

describe("docs/epp.md", () => {
  it("names tests that there are, for every point", () => {
    assert.isAbove(rows.length, 100)
    const named = rows.map(([, , , , tests = ""]) => Array.from(tests.matchAll(/`([^`]+)`/g), ([, name = ""]) => name))
    assert.deepStrictEqual(named.flatMap((names, row) => names.length === 0 ? [rows[row]?.[1]] : []), [])
    assert.deepStrictEqual(
      named.flat().filter((name) => !paths.some((pathOf) => existsSync(at(pathOf(name))))),
      []
    )
  })

  it("explains every note", () => {
    const marked = new Set(rows.flatMap((cells) => cells.join(" | ").match(/\((\d)\) \|/g) ?? []))
    for (const mark of marked) assert.match(page, new RegExp(`^${mark.replace(/\D/g, "")}\\. `, "m"))
    assert.isNotEmpty([...marked])
  })
})
