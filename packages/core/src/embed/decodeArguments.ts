import { Effect, Result, Schema } from "effect"
import {
  type AnyCall,
  type InputIssue,
  inputIssue,
  inputIssues,
  type InputPart,
  InvalidInput,
  longListFinder,
  plainArgument,
  type PlainSchema
} from "../shared/index.ts"

/** The arguments of a call. */
export interface DecodedArguments {
  readonly decoded: ReadonlyArray<never>
  /** The arguments as JSON values, without the options. */
  readonly plain: ReadonlyArray<unknown>
  readonly options: never
}

type Decoded = Result.Result<unknown, ReadonlyArray<InputIssue>>

/** Decodes all arguments of a call and its options. A failure names every problem. */
export const decodeArguments = (
  { given, options }: AnyCall,
  values: ReadonlyArray<unknown>
): Result.Result<DecodedArguments, InvalidInput> => {
  const issues: Array<InputIssue> = []
  const taken = (decoded: Decoded): never => {
    if (Result.isFailure(decoded)) issues.push(...decoded.failure)
    return Result.getOrUndefined(decoded) as never
  }

  const plain: Array<unknown> = []
  const decoded = given.map(({ isRequired, name, part, schema }, index) => {
    const loc = name === undefined ? [part] : [part, name]
    const argument = plainArgument(values[index], loc)
    const value = argument.value === undefined && !isRequired ? {} : argument.value
    plain.push(value)
    return taken(argument.issues.length > 0 ? Result.fail(argument.issues) : decode(schema, value, part, loc))
  })
  const last = decode(options, withoutUndefined(values[given.length] ?? {}), "query", ["options"])
  const decodedOptions = taken(last)
  values.slice(given.length + 1).forEach((value, index) => {
    if (value !== undefined) {
      issues.push(inputIssue(["arguments", given.length + 1 + index], "extra_forbidden", "Unknown argument", null))
    }
  })

  const [first, ...others] = issues
  return first === undefined
    ? Result.succeed({ decoded, plain, options: decodedOptions })
    : Result.fail(new InvalidInput({ issues: [first, ...others] }))
}

/** Absent and undefined options are the same. */
const withoutUndefined = (options: unknown): unknown =>
  typeof options === "object" && options !== null && !Array.isArray(options)
    ? Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    : options

const strictly = { errors: "all", reportInput: true, onExcessProperty: "error" } as const

const decode = (schema: PlainSchema, value: unknown, part: InputPart, loc: InputIssue["loc"]): Decoded => {
  const long = longListFinder(schema)?.(value)
  if (long !== undefined) return Result.fail(located(inputIssues(long, part), loc))
  return Result.mapError(
    Schema.decodeUnknownResult(schema)(value, strictly),
    ({ issue, message }) => {
      const found = located(inputIssues(issue, part), loc)
      return found.length > 0 ? found : [inputIssue(loc, "value_error", message, null)]
    }
  )
}

/** Replaces the part of the request, the first element, by the location of the argument. */
const located = (issues: ReadonlyArray<InputIssue>, loc: InputIssue["loc"]): ReadonlyArray<InputIssue> =>
  issues.map((issue) => ({ ...issue, loc: [...loc, ...issue.loc.slice(1)] }))

/** Decodes a value that is no argument of a call, located at `loc`. */
export const decodeInputs = <S extends PlainSchema>(
  schema: S,
  given: unknown,
  loc: InputIssue["loc"]
): Effect.Effect<S["Type"], InvalidInput> => {
  const { issues, value } = plainArgument(given, loc)
  const decoded = issues.length > 0 ? Result.fail(issues) : decode(schema, value, "query", loc)
  if (Result.isSuccess(decoded)) return Effect.succeed(decoded.success)
  const [first, ...others] = decoded.failure
  return first === undefined
    ? Effect.die("A refused input has issues")
    : Effect.fail(new InvalidInput({ issues: [first, ...others] }))
}
