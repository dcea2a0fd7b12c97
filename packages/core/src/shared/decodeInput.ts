import { Result, Schema } from "effect"

/** How inputs are decoded: all problems, each with the value that was sent. */
const everyProblem = { errors: "all", reportInput: true } as const

/**
 * Decodes what somebody sent; a failure names every problem of it. To go on behind the first problem takes half as long
 * again and leaves three times the garbage, which tens of thousands of commands feel; so only what fails is decoded in
 * that way.
 */
export const decodeInput = <A>(schema: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (input: unknown): Result.Result<A, Schema.SchemaError> => {
    const decoded = decode(input)
    return Result.isSuccess(decoded) ? decoded : decode(input, everyProblem)
  }
}
