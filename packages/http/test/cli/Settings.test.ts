import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { type Setting, variableOf } from "../../src/cli/Setting.ts"
import { settings } from "../../src/cli/Settings.ts"

const page = readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8")

const row = (setting: Setting<unknown>): string => {
  const standard = setting.standard === undefined || setting.standard === "" ? "" : `\`${setting.standard}\` `
  return `| \`--${setting.flag}\` | \`${variableOf(setting)}\` | ${standard}| ${setting.description} |`
}

describe("Settings", () => {
  it("are those that the page on operations lists, in their order", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| `--"))
    assert.deepStrictEqual(rows, Object.values(settings).map(row))
  })
})
