import { assert, describe, it } from "@effect/vitest"
import { HttpApiGroup } from "effect/http-api"
import { readdirSync } from "node:fs"
import { PlatformApi } from "../../src/PlatformApi.ts"

const source = new URL("../../src/", import.meta.url)
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\/\w+Api\.ts$/.test(file))

describe("The slices", () => {
  it("register every group of operations that they declare", async () => {
    const modules: ReadonlyArray<object> = await Promise.all(
      files.map((file) => import(new URL(file, source).pathname))
    )
    const declared = modules.flatMap((module) => Object.values(module)).filter(HttpApiGroup.isHttpApiGroup)
    assert.sameMembers(declared.map(({ identifier }) => identifier), Object.keys(PlatformApi.groups))
  })
})
