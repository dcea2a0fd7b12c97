import { Schema } from "effect"
import { limits } from "../Limits.ts"
import type { SortOrder } from "../Page.ts"

/** Options of a call, always its last argument. */
export interface CallOptions {
  /**
   * Ends the call, which then rejects with the reason of the signal. A change that has begun at a registry or in the
   * database is finished in the background.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds after which the call rejects with `ERROR_CALL_TIMEOUT`. A change that has begun is finished in the
   * background; repeat it with the same idempotency key to learn its result.
   */
  readonly timeout?: number | undefined
}

/** Options of a call that may be repeated safely. */
export interface RepeatableCallOptions extends CallOptions {
  /**
   * The same call with the same key is carried out once in 24 hours. Repetitions return its result, or reject with its
   * error. Keys have 1 to 255 printable ASCII characters. They belong to the organization, and are shared with the header
   * `Idempotency-Key` of the REST interface.
   */
  readonly idempotencyKey?: string | undefined
}

/** Options of a write that happens only if its object is unchanged. */
export interface ConditionalCallOptions extends CallOptions {
  /**
   * Entity tag that the object must have, as its `entityTag` returns it. Otherwise the call rejects with
   * `ERROR_PRECONDITION_FAILED` and changes nothing. The same as the header `If-Match` of the REST interface.
   */
  readonly ifMatch?: string | undefined
}

/** Options of a conditional write that may be repeated safely. */
export interface RepeatableWriteOptions extends ConditionalCallOptions, RepeatableCallOptions {}

/** Order of a list. */
export interface SortInput<Field extends string> {
  readonly by: Field
  /** Default `asc`. */
  readonly order?: SortOrder | undefined
}

/** Request for one page of a list. */
export interface ListRequest<Filter, Field extends string = never, Include extends string = never> {
  /** Conditions that all returned items meet. */
  readonly filter?: Filter | undefined
  readonly sort?: SortInput<Field> | undefined
  /** Number of the page, from 1. Default 1. */
  readonly page?: number | undefined
  readonly page_size?: number | undefined
  /** Optional members that the items contain. */
  readonly include?: ReadonlyArray<Include> | undefined
}

/** Options of an iteration over all items of a list. `timeout` applies to each page. */
export interface AllOptions<Field extends string = never, Include extends string = never> extends CallOptions {
  /** Default: oldest first. */
  readonly sort?: SortInput<Field> | undefined
  /** Optional members that the items contain. */
  readonly include?: ReadonlyArray<Include> | undefined
  /** Items that one statement reads. Default the maximum of the list. */
  readonly page_size?: number | undefined
}

const Signal = Schema.declare((value: unknown): value is AbortSignal => value instanceof AbortSignal, {
  expected: "an AbortSignal"
})

/** Longest delay of a timer: 2^31 - 1 ms. */
const longestTimeout = 2_147_483_647

const common = {
  signal: Schema.optionalKey(Signal),
  timeout: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: longestTimeout })))
}

export const CallOptionsInput = Schema.Struct(common)

const condition = { ifMatch: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(limits.searchText))) }

export const ConditionalCallOptionsInput = Schema.Struct({ ...common, ...condition })

const IdempotencyKey = Schema.String.check(
  Schema.isBetweenLength(limits.idempotencyKey.minimum, limits.idempotencyKey.maximum),
  Schema.isPattern(/^[\x20-\x7e]*$/, { expected: "printable ASCII characters" })
)

export const RepeatableCallOptionsInput = Schema.Struct({
  ...common,
  idempotencyKey: Schema.optionalKey(IdempotencyKey)
})

export const RepeatableWriteOptionsInput = Schema.Struct({ ...RepeatableCallOptionsInput.fields, ...condition })
