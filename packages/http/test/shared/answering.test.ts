import { assert, describe, it } from "@effect/vitest"
import { TldCatalog, TldSpec } from "@namewright/core/tlds"
import { Effect, Predicate, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { PlatformApi } from "../../src/PlatformApi.ts"
import { answerWriters } from "../../src/shared/answering.ts"

type Answer = Schema.Codec<unknown, unknown>

/** The operations that answer one kind of body, with its schema. */
const answers: Array<{ readonly operation: string; readonly group: string; readonly schema: Answer }> = []
HttpApi.reflect(PlatformApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) => {
    const [schema, ...others] = endpoint.success
    if (schema === undefined || others.length > 0 || HttpApiSchema.isNoContent(schema.ast)) return
    // A stream is no text, and some texts are no JSON.
    if (Predicate.hasProperty(schema, "mode")) return
    if (Schema.resolveAnnotations(schema)?.["~httpApiEncoding"] !== undefined) return
    answers.push({ operation: endpoint.identifier, group: group.identifier, schema: schema as Answer })
  }
})

/** Nothing that could be made up passes the rules of a specification; the catalogue's own do. */
const tooSpecial: ReadonlySet<string> = new Set(["getTld"])

const groups = new Set(answers.map(({ group }) => group))
const writers = new Map(Array.from(groups, (group) => [group, answerWriters(PlatformApi, group)]))

const written = (group: string, operation: string, answer: unknown): string | undefined => {
  const body = writers.get(group)?.get(operation)?.(answer).body
  return body?._tag === "Uint8Array" ? body.text : undefined
}

describe("answers", () => {
  for (const { group, operation, schema } of answers.filter(({ operation }) => !tooSpecial.has(operation))) {
    const encode = Schema.encodeSync(schema)
    it.prop(`of ${operation} are written as its schema says`, [Schema.toType(schema)], ([answer]) => {
      assert.strictEqual(written(group, operation, answer), JSON.stringify(encode(answer)))
    })
  }

  it.effect("of getTld are written as its schema says", () =>
    Effect.gen(function*() {
      const encode = Schema.encodeSync(TldSpec)
      const specs = yield* Effect.flatMap(TldCatalog, (catalog) => catalog.list)
      assert.isAbove(specs.length, 10)
      for (const spec of specs) {
        assert.strictEqual(written("tlds", "getTld", spec), JSON.stringify(encode(spec)))
      }
    }).pipe(Effect.provide(TldCatalog.layer)))

  it("have the status of their operation, and a handler's own response stays as it is", () => {
    const { createTag, getTag, removeTag } = Object.fromEntries(answerWriters(PlatformApi, "tags"))
    const tag = { tag_id: "tag_01h455vb4pex5vsknk084sn02q", label: "web", description: null }
    assert.strictEqual(createTag?.(tag).status, 201)
    assert.strictEqual(getTag?.(tag).status, 200)
    assert.isUndefined(removeTag)
    const own = HttpServerResponse.empty({ status: 304 })
    assert.strictEqual(getTag?.(own), own)
  })
})
