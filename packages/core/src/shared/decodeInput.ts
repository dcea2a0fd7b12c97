import { Result, Schema } from "effect"
import { SchemaJITCompiler } from "effect/schema"
import { longListFinder } from "./longListFinder.ts"

/** Parse options: report all problems, each with its input. */
const everyProblem = { errors: "all", reportInput: true } as const

/**
 * Decodes inputs, tens of thousands per batch; a failure contains every problem. Reporting all problems takes 1.5 times
 * the time and three times the garbage, so only inputs that failed are decoded in that mode. The schema is compiled
 * where the environment allows it, which halves the time. Entries of a list that is too long are not decoded.
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
