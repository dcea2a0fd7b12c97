import { assert, it } from "@effect/vitest"
import { postgres } from "@namewright/adapters-pg"
import { createPlatform } from "@namewright/core/embed"
import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { workerProcesses } from "../jobs/WorkerProcesses.ts"

const script = join(import.meta.dirname, "consumingProcess.ts")

interface Line {
  readonly process: string
  readonly step: string
  readonly payment: string
}

const setting = Effect.gen(function*() {
  const url = yield* migratedDatabase
  const platform = yield* Effect.acquireRelease(
    Effect.sync(() => createPlatform({ storage: postgres({ url, maxConnections: 4 }) })),
    ({ dispose }) => Effect.promise(dispose)
  )
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "changes-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true }))
  )
  const file = join(folder, "handled")
  const { organization_id } = yield* Effect.promise(() =>
    platform.operator.organizations.createParent({ name: "Example" })
  )
  const pay = (reference: string) =>
    Effect.promise(() => platform.operator.wallets.topUp({ organization_id, amount: 100, reference }))
  const lines = (): ReadonlyArray<Line> => {
    try {
      return readFileSync(file, "utf8").trim().split("\n").map((line) => {
        const [process = "", step = "", payment = ""] = line.split(" ")
        return { process, step, payment }
      })
    } catch {
      return []
    }
  }
  const until = (isDone: (all: ReadonlyArray<Line>) => boolean): Effect.Effect<void> =>
    Effect.suspend(() => isDone(lines()) ? Effect.void : Effect.andThen(Effect.sleep("50 millis"), until(isDone)))
  return { url, file, pay, lines, until }
})

const hasEnded = (payment: string) => (all: ReadonlyArray<Line>) =>
  all.some((line) => line.step === "end" && line.payment === payment)

it.live(
  "A change is handled again if the process of its consumer is killed before the cursor is stored",
  () =>
    Effect.gen(function*() {
      const { file, lines, pay, until, url } = yield* setting
      for (const reference of ["p1", "p2", "p3"]) yield* pay(reference)
      const killed = yield* workerProcesses(script, url, file, "p2")
      yield* killed.start
      yield* until(hasEnded("p2"))
      const other = yield* workerProcesses(script, url, file)
      yield* other.start
      yield* until(hasEnded("p3"))
      yield* other.stop
      const ended = lines().filter(({ step }) => step === "end").map(({ payment }) => payment)
      assert.deepStrictEqual(ended, ["p1", "p2", "p2", "p3"])
    }).pipe(Effect.scoped),
  60_000
)

it.live(
  "Two processes of one consumer handle each change once, and never at the same time",
  () =>
    Effect.gen(function*() {
      const { file, lines, pay, until, url } = yield* setting
      const processes = yield* workerProcesses(script, url, file)
      yield* Effect.all([processes.start, processes.start], { concurrency: 2 })
      const references = Array.from({ length: 40 }, (_, index) => `p${index}`)
      for (const reference of references.slice(0, 20)) yield* pay(reference)
      yield* until(hasEnded("p19"))
      const [first] = lines()
      // The other process continues when this one stops.
      process.kill(Number(first?.process), "SIGTERM")
      for (const reference of references.slice(20)) yield* pay(reference)
      yield* until(hasEnded("p39"))
      yield* processes.stop
      const steps = lines()
      const expected = references.flatMap((payment) => [["begin", payment], ["end", payment]])
      assert.deepStrictEqual(steps.map(({ payment, step }) => [step, payment]), expected)
      assert.strictEqual(new Set(steps.map((line) => line.process)).size, 2)
    }).pipe(Effect.scoped),
  60_000
)
