import { assert, describe, it } from "@effect/vitest"
import { Predicate, Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { PlatformApi } from "../../src/PlatformApi.ts"
import { answerWriters } from "../../src/shared/answering.ts"

type Answer = Schema.Codec<unknown, unknown>

/** Operations with one JSON success response, with its schema. */
const answers: Array<{ readonly operation: string; readonly group: string; readonly schema: Answer }> = []
HttpApi.reflect(PlatformApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint, group }) => {
    const [schema, ...others] = endpoint.success
    if (schema === undefined || others.length > 0 || HttpApiSchema.isNoContent(schema.ast)) return
    // Streams and non-JSON texts are excluded.
    if (Predicate.hasProperty(schema, "mode")) return
    if (Schema.resolveAnnotations(schema)?.["~httpApiEncoding"] !== undefined) return
    answers.push({ operation: endpoint.identifier, group: group.identifier, schema: schema as Answer })
  }
})

/** Operations whose generated values fail the rules of a specification. */
const tooSpecial: ReadonlySet<string> = new Set(["getTld"])

const groups = new Set(answers.map(({ group }) => group))
const writers = new Map(Array.from(groups, (group) => [group, answerWriters(PlatformApi, group)]))

export const written = (group: string, operation: string, answer: unknown): string | undefined => {
  const body = writers.get(group)?.get(operation)?.(answer).body
  return body?._tag === "Uint8Array" ? body.text : undefined
}

/** Checks that `numRuns` generated responses of each operation are encoded as by their schemas. */
export const answersSuite = (numRuns: number) =>
  describe(`${numRuns} answers`, () => {
    for (const { group, operation, schema } of answers.filter(({ operation }) => !tooSpecial.has(operation))) {
      const encode = Schema.encodeSync(schema)
      it.prop(`of ${operation} are encoded as by its schema`, [Schema.toType(schema)], ([answer]) => {
        assert.strictEqual(written(group, operation, answer), JSON.stringify(encode(answer)))
      }, { arbitrary: { runs: numRuns } })
    }
  })
