import { Context, Effect, Layer, Scope } from "effect"
import { HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { answering } from "./answering.ts"
import { emptyApi, type HandlersOf } from "./registration.ts"

type Builder = typeof HttpApiBuilder.group

/**
 * Implements a group like `HttpApiBuilder.group`. That function adds the whole context of the group's construction to
 * the context of every request. With a hundred services this costs more than the rest of a small request. Here the
 * context of handlers contains only what the request provides, so handlers must take services when they are built:
 * `const events = yield* Events` in the group, never inside a handler.
 */
export const group = <Group extends HttpApiGroup.Constraint, Return>(
  declared: Group,
  build: (
    handlers: HttpApiBuilder.Handlers.FromGroup<Group>
  ) => HttpApiBuilder.Handlers.ValidateReturn<Return>
): Layer.Layer<
  HandlersOf<Group>,
  HttpApiBuilder.Handlers.Error<Return>,
  Exclude<HttpApiBuilder.Handlers.Context<Return>, Scope.Scope>
> =>
  Layer.unwrap(Effect.map(Effect.context<never>(), (context) => {
    const api = emptyApi.add(declared)
    const grouped = Object.values<unknown>(api.groups)[0] as HttpApiGroup.Top
    const given: Parameters<Builder>[2] = (handlers) => {
      const built: unknown = build(answering(handlers, api, declared.identifier) as never)
      return (Effect.isEffect(built) ? Effect.provideContext(built, context) : built) as never
    }
    return within(middlewareOf(grouped, context), HttpApiBuilder.group(api, declared.identifier as never, given))
  })) as never

/** Middleware of the endpoints of a group, looked up once by the group itself. */
const middlewareOf = (
  { endpoints }: HttpApiGroup.Top,
  context: Context.Context<never>
): Context.Context<never> => {
  const keys = new Set(Object.values(endpoints).flatMap(({ middlewares }) => Array.from(middlewares, ({ key }) => key)))
  return Context.makeUnsafe(new Map(Array.from(keys, (key) => [key, context.mapUnsafe.get(key)])))
}

/** Builds a layer in a separate context with all requirements of the layer. */
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
