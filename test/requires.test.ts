import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const folders = [
  "test",
  "examples/test",
  "benchmarks/test",
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/test`)
].filter((folder) => existsSync(join(root, folder)))

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
)

describe("requires", () => {
  it("is the only way to skip tests, so that the end of a run can list them", () => {
    const skipping = /\b(?:it|test|describe|layer|live|effect|prop|concurrent)\.(?:skip|skipIf|runIf|todo)\b/
    const others = sources.filter((file) => skipping.test(readFileSync(join(root, file), "utf8")))
    assert.deepStrictEqual(others, [])
  })
})
