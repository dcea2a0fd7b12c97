import { Effect, Scope } from "effect"
import { join } from "node:path"
import { servedProcess } from "./ServedProcess.ts"

/** What a request was answered; 0 where the answer, or the server, was lost. */
export interface Answered {
  readonly status: number
  readonly body: any
}

const noAnswer: Answered = { status: 0, body: undefined }

/** `namewright serve` by a clock that hurries, which can be killed, and a caller who bears it. */
export const servedInstallation = Effect.fnUntraced(function*(
  { base, database, factor }: { readonly database: string; readonly base: number; readonly factor: number }
) {
  const script = [join(import.meta.dirname, "hastyServe.ts"), String(base), String(factor)] as const
  const scope = yield* Effect.scope
  // Whoever supervises it starts it again when the database has not been back in time.
  const served = Effect.sandbox(
    Effect.provideService(servedProcess(["--database", database], script), Scope.Scope, scope)
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
        signal: AbortSignal.timeout(10_000)
      }).then(async (response) => ({ status: response.status, body: await response.json() })).catch(() => noAnswer)
    )

  return {
    call,
    isAlive: () => current.child.exitCode === null && current.child.signalCode === null,
    /** What the process has said up to now. */
    printed: () => current.printed(),
    /** Kills the process without a chance to clean up, and starts another one. */
    replace: Effect.suspend(() => {
      current.child.kill("SIGKILL")
      return Effect.map(served, (next) => void (current = next))
    })
  }
})
