import { Context, Effect, Layer, Scope } from "effect"
import { HttpApiBuilder, type HttpApiGroup } from "effect/http-api"
import { answering } from "./answering.ts"
import { emptyApi, type HandlersOf } from "./registration.ts"

type Builder = typeof HttpApiBuilder.group

/**
 * Implements a group like `HttpApiBuilder.group`, but with a small request context. Effect's function adds all services
 * of the group's build to the context of every request, which dominates the cost of a small request. Take services when
 * the group is built: `const events = yield* Events` in the group, never inside a handler.
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
    const implement: Parameters<Builder>[2] = (handlers) => {
      const built: unknown = build(answering(handlers, api, declared.identifier) as never)
      return (Effect.isEffect(built) ? Effect.provideContext(built, context) : built) as never
    }
    return within(middlewareOf(grouped, context), HttpApiBuilder.group(api, declared.identifier as never, implement))
  })) as never

/** Middleware of a group's endpoints, which are all that the group itself looks up. */
const middlewareOf = (
  { endpoints }: HttpApiGroup.Top,
  context: Context.Context<never>
): Context.Context<never> => {
  const keys = new Set(Object.values(endpoints).flatMap(({ middlewares }) => Array.from(middlewares, ({ key }) => key)))
  return Context.makeUnsafe(new Map(Array.from(keys, (key) => [key, context.mapUnsafe.get(key)])))
}

/** Builds a layer with `context` as its complete context. */
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
