import { assert, describe, it } from "@effect/vitest"
import { TldCatalog, TldSpec } from "@namewright/core/tlds"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { PlatformApi } from "../../src/PlatformApi.ts"
import { answerWriters } from "../../src/shared/answering.ts"
import { answersSuite, written } from "./answersSuite.ts"

answersSuite(20)

describe("answers", () => {
  it.effect("of getTld are encoded as by its schema", () =>
    Effect.gen(function*() {
      const encode = Schema.encodeSync(TldSpec)
      const specs = yield* Effect.flatMap(TldCatalog, (catalog) => catalog.list)
      assert.isAbove(specs.length, 10)
      for (const spec of specs) {
        assert.strictEqual(written("tlds", "getTld", spec), JSON.stringify(encode(spec)))
      }
    }).pipe(Effect.provide(TldCatalog.layer)))

  it("have the status of their operation; a handler's own response is unchanged", () => {
    const { createTag, getTag, removeTag } = Object.fromEntries(answerWriters(PlatformApi, "tags"))
    const tag = { tag_id: "tag_01h455vb4pex5vsknk084sn02q", label: "web", description: null }
    assert.strictEqual(createTag?.(tag).status, 201)
    assert.strictEqual(getTag?.(tag).status, 200)
    assert.isUndefined(removeTag)
    const own = HttpServerResponse.empty({ status: 304 })
    assert.strictEqual(getTag?.(own), own)
  })
})
