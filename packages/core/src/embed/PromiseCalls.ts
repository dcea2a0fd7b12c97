import { type Brand, type Context, type DateTime, Effect, Predicate, Schema, SchemaIssue } from "effect"
import { type CurrentActor, type InputIssue, InvalidInput } from "../shared/index.ts"

/** The last argument of each call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. What the call has begun to store or pay is finished. */
  readonly signal?: AbortSignal | undefined
}

type AnyService = Context.Key<unknown, unknown>
type MethodOf<S extends AnyService> = keyof S["Service"] & string

/** Schemas of a method's arguments by position; an argument without one is taken as it is. */
type ArgumentSchemas = ReadonlyArray<Schema.ConstraintDecoder<unknown> | null>

/** A service that callers can use, and the schemas that what they hand in has to pass. */
export interface Offer<S extends AnyService, I> {
  readonly service: S
  readonly inputs: I
}

type AnyOffer = Offer<AnyService, { readonly [method: string]: ArgumentSchemas }>

export const offer = <S extends AnyService, const I extends { readonly [M in MethodOf<S>]?: ArgumentSchemas }>(
  service: S,
  inputs: I
): Offer<S, I> => ({ service, inputs })

/** A value as a caller without Effect writes it: the same without brands. */
export type Plain<T> = T extends Brand.Brand<string> ? Brand.Brand.Unbranded<T>
  : T extends DateTime.DateTime ? T
  : T extends object ? { readonly [K in keyof T]: Plain<T[K]> }
  : T

type ArgumentsOf<P extends ReadonlyArray<unknown>, I> = {
  [K in keyof P]: K extends keyof I ? I[K] extends Schema.ConstraintDecoder<unknown> ? I[K]["Encoded"] : Plain<P[K]>
    : Plain<P[K]>
}

/** A method as a promise. Arguments that have a schema are taken in their wire form. */
type Call<M, I> = M extends (...args: infer P) => Effect.Effect<infer A, infer _E, infer R>
  ? [R] extends [CurrentActor] ? (...args: [...ArgumentsOf<P, I>, options?: CallOptions]) => Promise<A> : never
  : M extends Effect.Effect<infer A, infer _E, infer R>
    ? [R] extends [CurrentActor] ? (options?: CallOptions) => Promise<A> : never
  : never

/** A service as its promises. */
type CallsOf<O> = O extends Offer<infer S, infer I>
  ? { readonly [M in MethodOf<S>]: Call<S["Service"][M], M extends keyof I ? I[M] : readonly []> }
  : never

type ErrorOf<M> = M extends (...args: infer _P) => Effect.Effect<infer _A, infer E, infer _R> ? E
  : M extends Effect.Effect<infer _A, infer E, infer _R> ? E
  : never

/** Every error that the methods of some services declare. */
export type ErrorOfOffers<Offers> =
  | InvalidInput
  | {
    [K in keyof Offers]: Offers[K] extends Offer<infer S, infer _I> ? ErrorOf<S["Service"][MethodOf<S>]> : never
  }[keyof Offers]

/** Runs what a call has become. */
export type RunCall = (
  effect: Effect.Effect<unknown, unknown, unknown>,
  options: CallOptions
) => Promise<unknown>

/** Services as their promises, under the same names. */
export type CallsOfAll<Offers> = { readonly [K in keyof Offers]: CallsOf<Offers[K]> }

export const callsOfAll = <Offers extends Readonly<Record<string, AnyOffer>>>(
  offers: Offers,
  run: RunCall
): CallsOfAll<Offers> =>
  Object.fromEntries(
    Object.entries(offers).map(([name, offered]) => [name, callsOf(offered, run)])
  ) as CallsOfAll<Offers>

/** The promises of one service; methods are looked up when they are called, for the service may not be built yet. */
const callsOf = ({ inputs, service }: AnyOffer, run: RunCall): object => {
  const calls = new Map<string, unknown>()
  const call = (method: string) => (...given: ReadonlyArray<unknown>) => {
    const last = given.at(-1)
    const [args, options] = isCallOptions(last) ? [given.slice(0, -1), last] : [given, {}]
    return run(
      Effect.gen(function*() {
        const decoded = yield* decodeArguments(args, inputs[method] ?? [])
        const member: unknown = ((yield* service) as Record<string, unknown>)[method]
        const result: unknown = Predicate.isFunction(member) ? member(...decoded) : member
        return yield* Effect.isEffect(result)
          ? result
          : Effect.die(new TypeError(`${service.key} has no method ${method}`))
      }),
      options
    )
  }
  return new Proxy({}, {
    get: (_, method) => {
      // Without `then` the calls of a service are no promise themselves, so that they can be awaited by mistake.
      if (!Predicate.isString(method) || method === "then") return undefined
      const known = calls.get(method)
      if (known !== undefined) return known
      const made = call(method)
      calls.set(method, made)
      return made
    }
  })
}

const isCallOptions = (value: unknown): value is CallOptions =>
  Predicate.isObject(value) && "signal" in value && Object.keys(value).length === 1
  && (value.signal === undefined || value.signal instanceof AbortSignal)

const decodeArguments = (args: ReadonlyArray<unknown>, schemas: ArgumentSchemas) =>
  Effect.forEach(args, (argument, index) => {
    const schema = schemas[index]
    return schema === undefined || schema === null ? Effect.succeed(argument) : decodeArgument(schema, argument)
  })

const decodeArgument = (
  schema: Schema.ConstraintDecoder<unknown>,
  argument: unknown
): Effect.Effect<unknown, InvalidInput> =>
  Effect.catch(
    Schema.decodeUnknownEffect(schema)(argument, { errors: "all" }),
    (error) => Effect.fail(invalidInput(error.issue, argument))
  )

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const invalidInput = (issue: SchemaIssue.Issue, input: unknown): InvalidInput => {
  const issues = format(issue).issues.map((found): InputIssue => ({
    loc: (found.path ?? []).map((segment) => {
      const key = Predicate.isObject(segment) ? segment.key : segment
      return typeof key === "number" ? key : String(key)
    }),
    msg: found.message,
    type: "value_error",
    input: null
  }))
  const [first = { loc: [], msg: "The value is not accepted", type: "value_error", input }, ...rest] = issues
  return new InvalidInput({ issues: [first, ...rest] })
}
