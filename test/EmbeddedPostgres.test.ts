import { assert, describe, it } from "@effect/vitest"

describe("EmbeddedPostgres", () => {
  it("leaves the end of the process, and its code, alone", async () => {
    const listeners = () => [process.listenerCount("beforeExit"), process.listenerCount("exit")]
    const before = listeners()
    await import("./EmbeddedPostgres.ts")
    assert.deepStrictEqual(listeners(), before)
  })
})
