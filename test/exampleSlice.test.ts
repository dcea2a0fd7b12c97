import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { edits, newFiles } from "./exampleSlice.ts"

const page = readFileSync(new URL("../docs/adding-a-slice.md", import.meta.url), "utf8")

/** Paths in the first column of the table below a heading. */
const pathsBelow = (heading: string): ReadonlyArray<string> =>
  Array.from(
    (page.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "").matchAll(/^\| `([^`]+)`/gm),
    ([, path = ""]) => path
  )

describe("docs/adding-a-slice.md", () => {
  it("lists the files of the example slice", () => {
    assert.sameMembers([...pathsBelow("New files")], [...newFiles])
  })

  it("lists the edits of shared files, of which there are at most eight", () => {
    assert.sameMembers([...pathsBelow("Edits of shared files")], edits.map(({ path }) => path))
    assert.isAtMost(edits.length, 8)
  })
})
