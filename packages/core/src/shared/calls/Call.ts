import { Effect, type Schema, Stream } from "effect"
import { answerEncoder } from "../answerEncoder.ts"
import type { InputPart } from "../InputIssues.ts"
import type { InputOf } from "./CallInput.ts"
import {
  type CallOptions,
  CallOptionsInput,
  type ConditionalCallOptions,
  ConditionalCallOptionsInput,
  type RepeatableCallOptions,
  RepeatableCallOptionsInput,
  type RepeatableWriteOptions,
  RepeatableWriteOptionsInput
} from "./CallOptions.ts"

/** Schema without services. */
export type PlainSchema = Schema.ConstraintCodec<unknown, unknown>

/** Argument of a call: its schema, and the part of the request in which problems are reported. */
export interface Argument<out S extends PlainSchema, out IsRequired extends boolean> {
  readonly schema: S
  readonly part: InputPart
  readonly name: string | undefined
  readonly isRequired: IsRequired
}

type AnyArgument = Argument<PlainSchema, boolean>

/** An id, a name, or another value that is part of the path of a REST request. */
export const inPath = <S extends PlainSchema>(name: string, schema: S): Argument<S, true> => ({
  schema,
  part: "path",
  name,
  isRequired: true
})

/** The body of a REST request. */
export const inBody = <S extends PlainSchema>(schema: S): Argument<S, true> => ({
  schema,
  part: "body",
  name: undefined,
  isRequired: true
})

/** Parameters of the query of a REST request; the schema decodes `{}`, which is the default. */
export const inQuery = <S extends PlainSchema>(schema: S): Argument<S, false> => ({
  schema,
  part: "query",
  name: undefined,
  isRequired: false
})

type GivenBy<A extends ReadonlyArray<unknown>, Options> = A extends readonly [Argument<infer S, infer R>, ...infer Rest]
  ? R extends true ? [given: InputOf<S>, ...GivenBy<Rest, Options>] : [given?: InputOf<S>, ...GivenBy<Rest, Options>]
  : [options?: Options]

type DecodedBy<A extends ReadonlyArray<unknown>> = {
  [K in keyof A]: A[K] extends Argument<infer S, infer _R> ? S["Type"] : never
}

/**
 * A method of the library: how it is called (`Method`), the errors of its service, and the services that it needs. Made by
 * `call`, `repeatable`, `shown`, `streamed` and `listCalls`.
 */
export interface Call<out Method, out E, out R> {
  readonly given: ReadonlyArray<AnyArgument>
  readonly options: PlainSchema
  readonly isRepeatable: boolean
  /** True if `run` takes the option `ifMatch` before the arguments. */
  readonly isConditional?: boolean
  /** Takes the decoded arguments; returns the result as callers see it. */
  readonly run: (decoded: ReadonlyArray<never>) => Effect.Effect<unknown, E, R>
  /** Reads a part of a list, for calls that return all of its items. */
  readonly window: Window<E, R> | undefined
  /** Passes the results on one by one, for calls that return them as they become known. */
  readonly each?: Each<E, R> | undefined
  readonly "~method"?: Method
}

/** Position of a part of a list. */
export interface Position {
  readonly skip: number
  readonly size: number
}

export type Each<E, R> = (
  decoded: ReadonlyArray<never>,
  take: (item: unknown) => void
) => Effect.Effect<void, E, R>

export interface Window<out E, out R> {
  readonly largest: number
  /** Member of an item that identifies it. */
  readonly id: string
  readonly read: (
    decoded: ReadonlyArray<never>,
    options: never,
    position: Position
  ) => Effect.Effect<ReadonlyArray<Readonly<Record<string, unknown>>>, E, R>
}

export type AnyCall = Call<unknown, unknown, unknown>

/** A call whose result is the wire form of a schema, such as the response schema of the REST operation. */
export const call = <const A extends ReadonlyArray<AnyArgument>, S extends PlainSchema, E, R>(
  given: A,
  result: S,
  run: (...decoded: DecodedBy<A>) => Effect.Effect<S["Type"], E, R>
): Call<(...given: GivenBy<A, CallOptions>) => Promise<S["Encoded"]>, E, R> => ({
  given,
  options: CallOptionsInput,
  isRepeatable: false,
  run: encoded(result, run),
  window: undefined
})

/** As `call`, with an idempotency key. Its results contain no secrets, because they are stored. */
export const repeatable = <const A extends ReadonlyArray<AnyArgument>, S extends PlainSchema, E, R>(
  given: A,
  result: S,
  run: (...decoded: DecodedBy<A>) => Effect.Effect<S["Type"], E, R>
): Call<(...given: GivenBy<A, RepeatableCallOptions>) => Promise<S["Encoded"]>, E, R> => ({
  given,
  options: RepeatableCallOptionsInput,
  isRepeatable: true,
  run: encoded(result, run),
  window: undefined
})

/** As `call`, for a write that happens only if its object has the entity tag `ifMatch`, which `run` takes first. */
export const conditionally = <const A extends ReadonlyArray<AnyArgument>, S extends PlainSchema, E, R>(
  given: A,
  result: S,
  run: (ifMatch: string | undefined, ...decoded: DecodedBy<A>) => Effect.Effect<S["Type"], E, R>
): Call<(...given: GivenBy<A, ConditionalCallOptions>) => Promise<S["Encoded"]>, E, R> => ({
  given,
  options: ConditionalCallOptionsInput,
  isRepeatable: false,
  isConditional: true,
  run: encoded(result, run),
  window: undefined
})

/** As `conditionally`, with an idempotency key. */
export const repeatableWrite = <const A extends ReadonlyArray<AnyArgument>, S extends PlainSchema, E, R>(
  given: A,
  result: S,
  run: (ifMatch: string | undefined, ...decoded: DecodedBy<A>) => Effect.Effect<S["Type"], E, R>
): Call<(...given: GivenBy<A, RepeatableWriteOptions>) => Promise<S["Encoded"]>, E, R> => ({
  given,
  options: RepeatableWriteOptionsInput,
  isRepeatable: true,
  isConditional: true,
  run: encoded(result, run),
  window: undefined
})

/** A call whose result is no JSON, such as a file. */
export const shown = <const A extends ReadonlyArray<AnyArgument>, Result, E, R>(
  given: A,
  run: (...decoded: DecodedBy<A>) => Effect.Effect<Result, E, R>
): Call<(...given: GivenBy<A, CallOptions>) => Promise<Result>, E, R> => ({
  given,
  options: CallOptionsInput,
  isRepeatable: false,
  run: (decoded) => run(...decoded as unknown as DecodedBy<A>),
  window: undefined
})

/** A call that returns results as they become known. Their number is bounded, because those that wait are in memory. */
export const streamed = <const A extends ReadonlyArray<AnyArgument>, S extends PlainSchema, E, R>(
  given: A,
  item: S,
  run: (...decoded: DecodedBy<A>) => Effect.Effect<Stream.Stream<S["Type"], E, R>, E, R>
): Call<(...given: GivenBy<A, CallOptions>) => AsyncIterable<S["Encoded"]>, E, R> => {
  const encode = plainEncoder(item)
  return {
    given,
    options: CallOptionsInput,
    isRepeatable: false,
    run: () => Effect.void,
    window: undefined,
    each: (decoded, take) =>
      Stream.runForEach(
        Stream.unwrap(run(...decoded as unknown as DecodedBy<A>)),
        (one) => Effect.sync(() => take(encode(one)))
      )
  }
}

const encoded = <D extends ReadonlyArray<unknown>, S extends PlainSchema, E, R>(
  result: S,
  run: (...decoded: D) => Effect.Effect<S["Type"], E, R>
) => {
  const encode = plainEncoder(result)
  return (decoded: ReadonlyArray<never>) => Effect.map(run(...decoded as unknown as D), encode)
}

/** Encodes as JSON does. The result shares nothing with the platform, so callers may change it. */
export const plainEncoder = <S extends PlainSchema>(schema: S): (value: S["Type"]) => S["Encoded"] => {
  if (schema.ast._tag === "Void") return () => undefined
  const encode = answerEncoder(schema)
  return (value) => JSON.parse(JSON.stringify(encode(value)))
}

/** Declarations of the methods of an interface. */
export type CallsFor<Methods> = { readonly [Name in keyof Methods]: Call<Methods[Name], unknown, unknown> }
