import { type Effect, Result } from "effect"
import {
  type AnyCall,
  type Call,
  type CallOptions,
  type CallsFor,
  type InvalidInput,
  type Position,
  type RepeatableWriteOptions
} from "../shared/index.ts"
import { allItems } from "./allItems.ts"
import { decodeArguments } from "./decodeArguments.ts"
import { repeatedCall } from "./repeatedCall.ts"
import { streamedItems } from "./streamedItems.ts"

/** Calls by group and name. */
export type CallGroups<R> = Readonly<Record<string, Readonly<Record<string, Call<unknown, unknown, R>>>>>

/** Declarations of the groups of an interface. */
export type CallGroupsFor<Groups> = { readonly [Group in keyof Groups]: CallsFor<Groups[Group]> }

type MethodOf<C> = C extends Call<infer Method, infer _E, infer _R> ? Method : never

/** The methods that calls declare, under the same names. */
export type CallsOf<G> = {
  readonly [Group in keyof G]: { readonly [Name in keyof G[Group]]: MethodOf<G[Group][Name]> }
}

type ErrorOf<C> = C extends Call<infer _Method, infer E, infer _R> ? E : never

/** Every error of the services behind calls. */
export type ErrorOfCalls<G> =
  | InvalidInput
  | { [Group in keyof G]: { [Name in keyof G[Group]]: ErrorOf<G[Group][Name]> }[keyof G[Group]] }[keyof G]

/** Runs a call that needs `R`. `name` is its group and method, such as `domains.get`. */
export type RunCall<R> = <A>(
  effect: Effect.Effect<A, unknown, R>,
  options: CallOptions,
  name: string
) => Promise<A>

/**
 * Methods that run the calls, for a function that runs a call. Those of a group are made when the group is first read:
 * hosts create callers for single requests, and use a few of 200 methods.
 */
export const callsOf = <R, const G extends CallGroups<R>>(groups: G): (run: RunCall<R>) => CallsOf<G> => {
  class Calls {
    readonly #run: RunCall<R>
    readonly #made = new Map<string, object>()

    constructor(run: RunCall<R>) {
      this.#run = run
    }

    static {
      for (const [area, group] of Object.entries(groups)) {
        Object.defineProperty(this.prototype, area, {
          enumerable: true,
          get(this: Calls) {
            return this.#group(area, group)
          }
        })
      }
    }

    #group(area: string, group: CallGroups<R>[string]): object {
      const made = this.#made.get(area) ?? groupOf(group, area, this.#run)
      this.#made.set(area, made)
      return made
    }
  }
  return (run) => {
    const calls: object = new Calls(run)
    return calls as CallsOf<G>
  }
}

const groupOf = <R>(group: CallGroups<R>[string], area: string, run: RunCall<R>): object =>
  Object.fromEntries(Object.entries(group).map(([name, call]) => [name, methodOf(call, `${area}.${name}`, run)]))

/** Smallest part of a list: the last item of the part before, and one more. */
const smallestPart = 2

const methodOf = <R>(call: Call<unknown, unknown, R>, name: string, run: RunCall<R>) => {
  const { each, window } = call
  if (each !== undefined) {
    return (...given: ReadonlyArray<unknown>): AsyncIterable<unknown> => ({
      async *[Symbol.asyncIterator]() {
        const { decoded, options } = accept(call, given)
        yield* streamedItems((take, signal) => run(each(decoded, take), { ...options, signal }, name), options.signal)
      }
    })
  }
  if (window === undefined) {
    return async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
      const { decoded, options, plain } = accept(call, given)
      const { idempotencyKey, ifMatch, ...limits } = options
      const effect = call.run(call.isConditional === true ? [ifMatch as never, ...decoded] : decoded)
      return await run(
        idempotencyKey === undefined ? effect : repeatedCall(effect, idempotencyKey, name, plain),
        limits,
        name
      )
    }
  }
  return (...given: ReadonlyArray<unknown>): AsyncIterable<unknown> => ({
    async *[Symbol.asyncIterator]() {
      const { decoded, options } = accept(call, given)
      const { page_size = window.largest } = options
      const read = (position: Position) => run(window.read(decoded, options as never, position), options, name)
      yield* allItems(read, Math.max(smallestPart, page_size), window.id)
    }
  })
}

interface GivenOptions extends RepeatableWriteOptions {
  readonly page_size?: number
}

/** The decoded arguments; throws `InvalidInput` with every problem. */
const accept = (call: AnyCall, given: ReadonlyArray<unknown>) => {
  const accepted = Result.getOrThrow(decodeArguments(call, given))
  return { ...accepted, options: accepted.options as GivenOptions }
}
