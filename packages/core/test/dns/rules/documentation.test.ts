import { assert, describe, it } from "@effect/vitest"
import { zoneRules } from "@namewright/core/dns"
import { readFileSync } from "node:fs"

const page = readFileSync(new URL("../../../../../docs/dns-zones.md", import.meta.url), "utf8")

describe("the page about zones", () => {
  it("has every rule with its level, requirement and source", () => {
    const shown = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| (.*) \| (.*) \|$/gm)].map((row) => row.slice(1))
    assert.deepStrictEqual(
      shown,
      Object.entries(zoneRules).map(([slug, { level, requirement, source }]) => [slug, level, requirement, source])
    )
  })
})
