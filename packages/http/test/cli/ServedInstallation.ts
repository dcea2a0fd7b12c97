import { assert } from "@effect/vitest"
import { Effect, Scope } from "effect"
import { join } from "node:path"
import { servedProcess } from "./ServedProcess.ts"

/** Response to a request; status 0 if the response, or the server, was lost. */
export interface Answered {
  readonly status: number
  /** The header `Retry-After`, in seconds. */
  readonly retryAfter?: number
  readonly body: any
}

const noAnswer: Answered = { status: 0, body: undefined }

/** `namewright serve` on a clock that runs `factor` times as fast. The process can be killed, which callers survive. */
export const servedInstallation = Effect.fnUntraced(function*(
  { args = [], base, database, factor, patience = 10_000 }: {
    readonly database: string
    readonly base: number
    readonly factor: number
    /** More arguments of the command. */
    readonly args?: ReadonlyArray<string>
    /** Milliseconds until a caller gives up a request. */
    readonly patience?: number
  }
) {
  const script = [join(import.meta.dirname, "hastyServe.ts"), String(base), String(factor)] as const
  const scope = yield* Effect.scope
  // A supervisor would start it again, too, if the database has not been back in time.
  const served = Effect.sandbox(
    Effect.provideService(servedProcess(["--database", database, ...args], script), Scope.Scope, scope)
  )
    .pipe(Effect.retry({ times: 10 }), Effect.catch(Effect.failCause))
  let current = yield* served

  const call = (
    key: string,
    method: string,
    path: string,
    { body, headers = {} }: { readonly body?: unknown; readonly headers?: Record<string, string> } = {}
  ) =>
    Effect.promise((): Promise<Answered> =>
      fetch(`${current.url}${path}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json", ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(patience)
      }).then(answered).catch(() => noAnswer)
    )

  return {
    call,
    isAlive: () => current.child.exitCode === null && current.child.signalCode === null,
    /** What the process has said up to now. */
    printed: () => current.printed(),
    /** Asks the process to stop, runs `work` while none is there, and starts another one. */
    without: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.gen(function*() {
        assert.isNotNull(yield* Effect.promise(() => current.stop()), current.printed())
        return yield* Effect.ensuring(work, Effect.map(served, (next) => void (current = next)))
      }),
    /** Kills the process without a chance to clean up, and starts another one. */
    replace: Effect.suspend(() => {
      current.child.kill("SIGKILL")
      return Effect.map(served, (next) => void (current = next))
    })
  }
})

const answered = async (response: Response): Promise<Answered> => {
  const body = await response.json()
  const seconds = response.headers.get("retry-after")
  return { status: response.status, body, ...(seconds === null ? {} : { retryAfter: Number(seconds) }) }
}
