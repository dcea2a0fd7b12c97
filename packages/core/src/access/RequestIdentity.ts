import { Context, Effect, Option, Schema } from "effect"
import { TypeId } from "../shared/index.ts"

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
 * The id of what the request creates: its own with another prefix, so that a try after a lost answer finds what an
 * earlier one made. None where every try is another request.
 */
export const idOfRequest = <A>(prefix: string, make: (text: string) => A): Effect.Effect<Option.Option<A>> =>
  Effect.map(RequestIdentity, Option.map((request) => TypeId.sibling(request, prefix, make)))
