import { Context, Effect, Option, Schema } from "effect"
import { type Instant, TypeId } from "../shared/index.ts"

/** Id of a request with an idempotency key, the same in all of its attempts. */
export const RequestId = TypeId.schema("request").pipe(Schema.brand("RequestId"))
export type RequestId = typeof RequestId.Type
export const newRequestId = TypeId.generator("request", (text) => RequestId.make(text))

/** Id of the running request. None without an idempotency key. */
export const RequestIdentity = Context.Reference<Option.Option<RequestId>>(
  "@namewright/core/access/RequestIdentity",
  { defaultValue: Option.none }
)

/**
 * Time of the first attempt, if this is a later attempt of the request; otherwise none. A newer object was not created
 * by an earlier attempt, even if its name matches.
 */
export const RepeatedSince = Context.Reference<Option.Option<Instant.Instant>>(
  "@namewright/core/access/RepeatedSince",
  { defaultValue: Option.none }
)

/**
 * Id of the object that the request creates: the request's UUID with another prefix, so that a repeated attempt finds
 * the object of an earlier one. None without an idempotency key.
 */
export const idOfRequest = <A>(prefix: string, make: (text: string) => A): Effect.Effect<Option.Option<A>> =>
  Effect.map(RequestIdentity, Option.map((request) => TypeId.sibling(request, prefix, make)))

/**
 * Ids of objects created by single attempts, by the number of the attempt; the first equals `idOfRequest`. None without
 * an idempotency key.
 */
export const idsOfAttempts = <A>(
  prefix: string,
  make: (text: string) => A
): Effect.Effect<Option.Option<(attempt: number) => Effect.Effect<A>>> =>
  Effect.map(
    RequestIdentity,
    Option.map((request) => (attempt: number) =>
      attempt === 0
        ? Effect.succeed(TypeId.sibling(request, prefix, make))
        : TypeId.derived(request, String(attempt), prefix, make)
    )
  )

/**
 * Creates an object under the id derived from the request, or under a new id without one. An object that an earlier
 * attempt has created is returned.
 */
export const createdOnce = <Id, A, E, R, E2, R2>(
  prefix: string,
  make: (text: string) => Id,
  find: (id: Id) => Effect.Effect<Option.Option<A>, E, R>,
  create: (id: Id) => Effect.Effect<A, E2, R2>
): Effect.Effect<A, E | E2, R | R2> =>
  Effect.gen(function*() {
    const ofRequest = yield* idOfRequest(prefix, make)
    if (Option.isNone(ofRequest)) return yield* create(yield* TypeId.generator(prefix, make))
    const earlier = yield* find(ofRequest.value)
    return Option.isSome(earlier) ? earlier.value : yield* create(ofRequest.value)
  })
