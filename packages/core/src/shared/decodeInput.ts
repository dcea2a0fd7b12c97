import { Result, Schema } from "effect"
import { SchemaJITCompiler } from "effect/schema"

/** How inputs are decoded: all problems, each with the value that was sent. */
const everyProblem = { errors: "all", reportInput: true } as const

/**
 * Decodes what somebody sent, tens of thousands of times; a failure names every problem of it. To go on behind the first
 * problem takes half as long again and leaves three times the garbage, so only what fails is decoded in that way. Where
 * the environment allows it, the schema is compiled, which halves the time once more.
 */
export const decodeInput = <A>(schema: Schema.Decoder<A>) => {
  SchemaJITCompiler.enable(schema.ast)
  const decode = Schema.decodeUnknownResult(schema)
  return (input: unknown): Result.Result<A, Schema.SchemaError> => {
    const decoded = decode(input)
    return Result.isSuccess(decoded) ? decoded : decode(input, everyProblem)
  }
}
