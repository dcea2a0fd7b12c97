import { rejectionOf } from "@namewright/core/embed"
import { Effect, Exit, type ManagedRuntime, Scope } from "effect"

/**
 * The handler of a platform, which is built with the first request. A failed build rejects the requests that wait for it,
 * and the next request builds again, as it does after a failed start of the platform.
 */
export const startedHandler = <Handler, R>(
  platform: { readonly runtime: ManagedRuntime.ManagedRuntime<R, unknown> },
  build: (scope: Scope.Scope) => Effect.Effect<Handler, unknown, R>
): () => Promise<Handler> => {
  let current: { readonly runtime: unknown; readonly handler: Promise<Handler> } | undefined

  const start = async (runtime: ManagedRuntime.ManagedRuntime<R, unknown>): Promise<Handler> => {
    const scope = Scope.forkUnsafe(runtime.scope)
    const exit = await runtime.runPromiseExit(
      Effect.onError(build(scope), (cause) => Scope.close(scope, Exit.failCause(cause)))
    )
    if (Exit.isSuccess(exit)) return exit.value
    throw rejectionOf(exit.cause, false)
  }

  return () => {
    const { runtime } = platform
    if (current?.runtime === runtime) return current.handler
    const started = { runtime, handler: start(runtime) }
    current = started
    started.handler.catch(() => {
      if (current === started) current = undefined
    })
    return started.handler
  }
}
