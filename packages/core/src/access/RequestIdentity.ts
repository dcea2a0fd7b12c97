import { Context, Effect, Option, Schema } from "effect"
import { type Instant, TypeId } from "../shared/index.ts"

/** A request that its caller marked with a key: the same id in every try of it. */
export const RequestId = TypeId.schema("request").pipe(Schema.brand("RequestId"))
export type RequestId = typeof RequestId.Type
export const newRequestId = TypeId.generator("request", (text) => RequestId.make(text))

/** The request that is being carried out; none where it has no key, or nobody asked. */
export const RequestIdentity = Context.Reference<Option.Option<RequestId>>(
  "@namewright/core/access/RequestIdentity",
  { defaultValue: Option.none }
)

/**
 * Time of the first attempt of a request that is attempted again; none for a first attempt. An object that is newer was
 * not meant by the request, even if it has the name of the one that was.
 */
export const RepeatedSince = Context.Reference<Option.Option<Instant.Instant>>(
  "@namewright/core/access/RepeatedSince",
  { defaultValue: Option.none }
)

/**
 * The id of what the request creates: its own with another prefix, so that a try after a lost answer finds what an
 * earlier one made. None where every try is another request.
 */
export const idOfRequest = <A>(prefix: string, make: (text: string) => A): Effect.Effect<Option.Option<A>> =>
  Effect.map(RequestIdentity, Option.map((request) => TypeId.sibling(request, prefix, make)))

/**
 * Ids of what single attempts of the request make, by the number of the attempt: the first one is `idOfRequest`. None
 * where every try is another request.
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

/** Creates something under the id that follows from the request, unless an earlier try of it has; otherwise under a new one. */
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
