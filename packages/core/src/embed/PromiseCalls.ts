import { type Brand, type Context, type DateTime, Effect, Predicate, Schema } from "effect"
import { type CurrentActor, inputIssue, inputIssues, InvalidInput } from "../shared/index.ts"

/** The last argument of each call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. What the call has begun to store or pay is finished. */
  readonly signal?: AbortSignal | undefined
}

type AnyService = Context.Key<unknown, unknown>
type MethodOf<S extends AnyService> = keyof S["Service"] & string

/** Schemas of a method's arguments by position; an argument without one is taken as it is. */
type ArgumentSchemas = ReadonlyArray<Schema.ConstraintDecoder<unknown> | null>

/** A method that callers can use, the schemas that what they hand in has to pass, and how its answer is shown to them. */
export interface Offer<S extends AnyService, M, I, Shown> {
  readonly service: S
  readonly method: M
  readonly inputs: I
  readonly show: ((answer: never) => Effect.Effect<Shown, never, unknown>) | undefined
}

type AnyOffer = Offer<AnyService, string, ArgumentSchemas, unknown>
type Offers = Readonly<Record<string, Readonly<Record<string, AnyOffer>>>>

/** Offers a method of a service, or an effect that it holds. Arguments with a schema are taken in their wire form. */
export const offer = <S extends AnyService, const M extends MethodOf<S>, const I extends ArgumentSchemas>(
  service: S,
  method: M,
  ...inputs: I
): Offer<S, M, I, never> => ({ service, method, inputs, show: undefined })

/** Offers a method whose answer callers see in another form. */
export const shownBy =
  <Answer, Shown, R>(show: (answer: Answer) => Effect.Effect<Shown, never, R>) =>
  <S extends AnyService, M, I>(offered: Offer<S, M, I, never>): Offer<S, M, I, Shown> => ({ ...offered, show })

/** A value as a caller without Effect writes it: the same without brands. */
type Plain<T> = T extends Brand.Brand<string> ? Brand.Brand.Unbranded<T>
  : T extends DateTime.DateTime ? T
  : T extends object ? { readonly [K in keyof T]: Plain<T[K]> }
  : T

type ArgumentsOf<P extends ReadonlyArray<unknown>, I> = {
  [K in keyof P]: K extends keyof I ? I[K] extends Schema.ConstraintDecoder<unknown> ? I[K]["Encoded"] : Plain<P[K]>
    : Plain<P[K]>
}

type MemberOf<O> = O extends Offer<infer S, infer M, infer _I, infer _Shown>
  ? M extends MethodOf<S> ? S["Service"][M] : never
  : never

/** A method as a promise; it may need the caller and nothing else. */
type Call<Member, I, Shown> = Member extends (...args: infer P) => Effect.Effect<infer A, infer _E, infer R>
  ? [R] extends [CurrentActor] ? (...args: [...ArgumentsOf<P, I>, options?: CallOptions]) => Promise<AnswerOf<A, Shown>>
  : never
  : Member extends Effect.Effect<infer A, infer _E, infer R>
    ? [R] extends [CurrentActor] ? (options?: CallOptions) => Promise<AnswerOf<A, Shown>> : never
  : never

type AnswerOf<A, Shown> = [Shown] extends [never] ? A : Shown

type CallOf<O> = O extends Offer<infer _S, infer _M, infer I, infer Shown> ? Call<MemberOf<O>, I, Shown> : never

/** What is offered, as promises under the same names. */
export type CallsOf<O> = {
  readonly [Group in keyof O]: { readonly [Name in keyof O[Group]]: CallOf<O[Group][Name]> }
}

type ErrorOf<Member> = Member extends (...args: infer _P) => Effect.Effect<infer _A, infer E, infer _R> ? E
  : Member extends Effect.Effect<infer _A, infer E, infer _R> ? E
  : never

/** Every error that calls can be rejected with, but for failures of the installation. */
export type ErrorOfCalls<O> =
  | InvalidInput
  | { [Group in keyof O]: { [Name in keyof O[Group]]: ErrorOf<MemberOf<O[Group][Name]>> }[keyof O[Group]] }[keyof O]

/** Runs what a call has become. */
export type RunCall = (effect: Effect.Effect<unknown, unknown, unknown>, options: CallOptions) => Promise<unknown>

export const callsOf = <const O extends Offers>(offers: O, run: RunCall): CallsOf<O> =>
  mapValues(offers, (group) => mapValues(group, (offered) => callOf(offered, run))) as CallsOf<O>

const mapValues = <A, B>(record: Readonly<Record<string, A>>, f: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value)]))

const callOf = ({ inputs, method, service, show }: AnyOffer, run: RunCall) => (...given: ReadonlyArray<unknown>) => {
  const last = given.at(-1)
  const [args, options] = isCallOptions(last) ? [given.slice(0, -1), last] : [given, {}]
  const call = Effect.gen(function*() {
    const decoded = yield* Effect.forEach(args, (argument, index) => decodeArgument(inputs[index] ?? null, argument))
    const member: unknown = ((yield* service) as Readonly<Record<string, unknown>>)[method]
    const result: unknown = Predicate.isFunction(member) ? member(...decoded) : member
    const answer = yield* Effect.isEffect(result)
      ? result
      : Effect.die(new TypeError(`${service.key} has no ${method}`))
    return show === undefined ? answer : yield* show(answer as never)
  })
  return run(call, options)
}

const isCallOptions = (value: unknown): value is CallOptions =>
  Predicate.isObject(value) && "signal" in value && Object.keys(value).length === 1 &&
  (value.signal === undefined || value.signal instanceof AbortSignal)

const decodeArgument = (
  schema: ArgumentSchemas[number],
  argument: unknown
): Effect.Effect<unknown, InvalidInput> =>
  schema === null
    ? Effect.succeed(argument)
    : Effect.catch(
      Schema.decodeUnknownEffect(schema)(argument, { errors: "all", reportInput: true }),
      ({ issue, message }) => {
        const [first, ...rest] = inputIssues(issue, "body")
        return Effect.fail(
          new InvalidInput({ issues: [first ?? inputIssue(["body"], "value_error", message, null), ...rest] })
        )
      }
    )
