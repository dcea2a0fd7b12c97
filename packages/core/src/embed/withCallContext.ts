import { Effect, Layer } from "effect"
import { callContext } from "../shared/index.ts"

/** The services of a layer in a context for calls. Layers that a host merges it with are still built once. */
export const withCallContext = <A, E, R>(services: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.fromBuildMemo((memoMap, scope) => Effect.map(Layer.buildWithMemoMap(services, memoMap, scope), callContext))
