import { Result, Schema } from "effect"
import { SchemaJITCompiler } from "effect/schema"
import { longListFinder } from "./longListFinder.ts"

/** How inputs are decoded: all problems, each with the value that was sent. */
const everyProblem = { errors: "all", reportInput: true } as const

/**
 * Decodes what somebody sent, tens of thousands of times; a failure names every problem of it. To go on behind the first
 * problem takes half as long again and leaves three times the garbage, so only what fails is decoded in that way. Where
 * the environment allows it, the schema is compiled, which halves the time once more. The entries of a list that is too
 * long are not decoded.
 */
export const decodeInput = <A>(schema: Schema.Decoder<A>) => {
  SchemaJITCompiler.enable(schema.ast)
  const findLong = longListFinder(schema)
  const decode = Schema.decodeUnknownResult(schema)
  return (input: unknown): Result.Result<A, Schema.SchemaError> => {
    const long = findLong?.(input)
    if (long !== undefined) return Result.fail(new Schema.SchemaError(long))
    const decoded = decode(input)
    return Result.isSuccess(decoded) ? decoded : decode(input, everyProblem)
  }
}
