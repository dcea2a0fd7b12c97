import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { isFull } from "../../../../test/testSize.ts"
import { servedProcess } from "./ServedProcess.ts"

describe("namewright serve with a closed output", () => {
  it.live.each(isFull ? ["pretty", "json", "logfmt"] : ["json"])(
    "goes on serving with the log format %s",
    (format) =>
      Effect.gen(function*() {
        const server = yield* servedProcess(["--database", "sqlite::memory:", "--log-format", format])
        const { child } = server
        for (const output of [child.stdout, child.stderr]) {
          output?.destroy()
          if (output !== null) yield* Effect.promise(() => once(output, "close"))
        }
        for (let count = 0; count < 20; count++) {
          const answer = yield* Effect.promise(() => fetch(`${server.url}/v1/events`))
          assert.strictEqual(answer.status, 401)
        }
        assert.strictEqual(yield* Effect.promise(() => server.stop()), 0)
      }).pipe(Effect.scoped),
    60_000
  )
})
