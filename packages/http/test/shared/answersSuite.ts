import { assert, describe, it } from "@effect/vitest"
import { Predicate, Schema } from "effect"
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

export const written = (group: string, operation: string, answer: unknown): string | undefined => {
  const body = writers.get(group)?.get(operation)?.(answer).body
  return body?._tag === "Uint8Array" ? body.text : undefined
}

/** So many answers of each operation are written as their schemas say. */
export const answersSuite = (numRuns: number) =>
  describe(`${numRuns} answers`, () => {
    for (const { group, operation, schema } of answers.filter(({ operation }) => !tooSpecial.has(operation))) {
      const encode = Schema.encodeSync(schema)
      it.prop(`of ${operation} are written as its schema says`, [Schema.toType(schema)], ([answer]) => {
        assert.strictEqual(written(group, operation, answer), JSON.stringify(encode(answer)))
      }, { arbitrary: { runs: numRuns } })
    }
  })
