import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { collected } from "../scripts/collect.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, "")

describe("files that list parts of all slices", () => {
  it.each(collected())("$path is up to date", ({ path, text }) => {
    const stored = readFileSync(`${root}${path}`, "utf8")
    assert.isTrue(withoutSpace(stored) === withoutSpace(text), `${path} is stale: run npm run collect`)
  })

  it("miss no contract of conformance", () => {
    const folder = `${root}packages/conformance/src/`
    const texts = readdirSync(`${root}packages`, { recursive: true, encoding: "utf8" })
      .filter((path) => /^[\w-]+[\\/](?:src|test)[\\/].*\.ts$/.test(path))
      .map((path) => readFileSync(`${root}packages/${path}`, "utf8"))
    const contracts = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith("Contract.ts"))
      .flatMap((path) => [...readFileSync(`${folder}${path}`, "utf8").matchAll(/^export const (\w+Contract)\b/gm)])
      .map(([, name]) => name ?? "")
    const uncalled = contracts.filter((name) => !texts.some((text) => new RegExp(`^ *${name}\\(`, "m").test(text)))
    assert.deepStrictEqual(uncalled, [], "give a contract of storage the parameters `name` and `storage`, and collect")
  })
})
