import { Context, Effect, Layer, Scope } from "effect"
import { HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { answering } from "./answering.ts"

/**
 * Implements a group as `HttpApiBuilder.group` does. That one puts everything that was there when the group was built
 * into the context of every request, which costs more than the rest of a small request once there are a hundred
 * services. Here handlers find in their context what the request brings, so they take services when they are built:
 * `const events = yield* Events` in the group, never inside a handler.
 */
export const group: typeof HttpApiBuilder.group = (api, identifier, build) =>
  Layer.unwrap(Effect.map(Effect.context<never>(), (context) => {
    const declared = api.groups[identifier] as HttpApiGroup.Top
    const given: typeof build = (handlers) => {
      const built = build(answering(handlers, api, identifier))
      return (Effect.isEffect(built) ? Effect.provideContext(built, context) : built) as typeof built
    }
    return within(middlewareOf(declared, context), HttpApiBuilder.group(api, identifier, given))
  })) as never

/** The middleware that the endpoints of a group stand behind; all that is looked up by the group itself. */
const middlewareOf = ({ endpoints }: HttpApiGroup.Top, context: Context.Context<never>): Context.Context<never> => {
  const keys = new Set(Object.values(endpoints).flatMap(({ middlewares }) => Array.from(middlewares, ({ key }) => key)))
  return Context.makeUnsafe(new Map(Array.from(keys, (key) => [key, context.mapUnsafe.get(key)])))
}

/** Builds a layer in a context of its own, which holds all that the layer needs. */
const within = <A, E, R>(context: Context.Context<never>, layer: Layer.Layer<A, E, R>): Layer.Layer<A, E> =>
  Layer.effectContext(
    Effect.flatMap(
      Effect.scope,
      (scope) =>
        Effect.updateContext(
          Layer.build(layer as Layer.Layer<A, E>),
          () => Context.add(context, Scope.Scope, scope)
        )
    )
  )
