import type { Array, Layer } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"
import { parseOptions } from "./RequestValidation.ts"

/** The interface without groups. Every problem of a request is reported, not only the first. */
export const emptyApi = HttpApi.make("namewright").annotate(HttpApi.ParseOptions, parseOptions)

/** Services that are the handlers of groups of the interface. */
export type HandlersOf<Group extends HttpApiGroup.Constraint> = HttpApiGroup.ToService<
  typeof emptyApi.identifier,
  Group
>

/** Registration of a slice. */
export interface Slice<Group extends HttpApiGroup.Constraint, E, R> {
  /** In the order of the document. */
  readonly groups: Array.NonEmptyReadonlyArray<Group>
  readonly handlers: Layer.Layer<HandlersOf<Group>, E, R>
}

/** Registers groups of operations and the handlers of all of them. */
export const slice = <
  const Groups extends Array.NonEmptyReadonlyArray<HttpApiGroup.Constraint>,
  E,
  R
>(groups: Groups, handlers: Layer.Layer<HandlersOf<Groups[number]>, E, R>): Slice<Groups[number], E, R> => ({
  groups,
  handlers
})
