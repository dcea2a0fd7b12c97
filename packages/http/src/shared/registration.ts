import { Effect, Layer } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { parseOptions } from "./RequestValidation.ts"

/** Interface without groups. All issues of a request are reported, not only the first. */
export const emptyApi = HttpApi.make("namewright").annotate(HttpApi.ParseOptions, parseOptions)

/** Services with the handlers of groups. */
export type HandlersOf<Group extends HttpApiGroup.Constraint> = HttpApiGroup.ToService<
  typeof emptyApi.identifier,
  Group
>

/** A group of operations with its handlers. */
export interface Registration<Group extends HttpApiGroup.Constraint, E, R> {
  readonly group: Group
  readonly handlers: Layer.Layer<HandlersOf<Group>, E, R>
}

/** Registers a group of operations. Handlers are loaded by servers only, not by clients. */
export const registration = <Group extends HttpApiGroup.Constraint, E, R>(
  group: Group,
  load: () => Promise<{ readonly layer: Layer.Layer<HandlersOf<Group>, E, R> }>
): Registration<Group, E, R> => ({
  group,
  handlers: Layer.unwrap(Effect.map(Effect.promise(load), ({ layer }) => layer))
})
