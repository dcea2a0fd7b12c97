import { Effect, Option } from "effect"
import { Instant } from "../shared/index.ts"
import { currentPause, secondsUntil } from "./currentPause.ts"
import { duringMaintenance, type RegistryUnavailable } from "./RegistryFailure.ts"
import type { RegistryRouter } from "./RegistryRouter.ts"

/** The pause of a backend that is in force for commands about a name. */
export const pauseOf = (router: RegistryRouter["Service"], backend: string, name: string) =>
  currentPause(router.lastPause?.(backend, name) ?? Effect.succeedNone)

/** Fails while a maintenance of the registry pauses commands about the object. Called before anything is stored. */
export const refusePaused = Effect.fnUntraced(function*(
  router: RegistryRouter["Service"],
  { object_name, registry }: { readonly registry: string; readonly object_name: string }
): Effect.fn.Return<void, RegistryUnavailable> {
  const pause = yield* pauseOf(router, registry, object_name)
  if (Option.isNone(pause)) return
  const { ends_on } = pause.value
  return yield* duringMaintenance(object_name, {
    ends_on,
    retry_after: secondsUntil(ends_on, yield* Instant.now)
  })
})
