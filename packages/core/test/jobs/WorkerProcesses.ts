import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"

/** Processes that run a script until they are stopped or killed. */
export interface WorkerProcesses {
  readonly start: Effect.Effect<void>
  /** Kills one of them, without a chance to clean up, and starts another one. */
  readonly replaceOne: Effect.Effect<void>
  /** Asks all to stop; answers their exit codes. */
  readonly stop: Effect.Effect<ReadonlyArray<number | null>>
  readonly killed: () => number
}

const ended = (child: ChildProcess) =>
  Effect.promise(() =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
      else child.once("exit", (code) => resolve(code))
    })
  )

/** Runs `node SCRIPT ...arguments` from the sources; whatever is still running at the end of the scope is killed. */
export const workerProcesses = Effect.fnUntraced(function*(script: string, ...args: ReadonlyArray<string>) {
  let running: ReadonlyArray<ChildProcess> = []
  let killed = 0
  let errors = ""

  const start = Effect.promise(() =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(process.execPath, ["--conditions=namewright-source", script, ...args], {
        stdio: ["ignore", "pipe", "pipe"]
      })
      running = [...running, child]
      child.stderr.on("data", (chunk) => errors += String(chunk))
      // The script says that it works.
      child.stdout.once("data", () => resolve())
      child.once("exit", (code, signal) => {
        if (signal === null && code !== 0) reject(new Error(errors))
        else resolve()
      })
    })
  )

  const replaceOne = Effect.gen(function*() {
    const victim = running[killed % Math.max(running.length, 1)]
    running = running.filter((child) => child !== victim)
    victim?.kill("SIGKILL")
    killed++
    yield* start
  })

  const stop = Effect.suspend(() => {
    running.forEach((child) => child.kill("SIGTERM"))
    return Effect.forEach(running, ended, { concurrency: "unbounded" })
  })

  yield* Effect.addFinalizer(() => Effect.sync(() => running.forEach((child) => child.kill("SIGKILL"))))
  return { start, replaceOne, stop, killed: () => killed } satisfies WorkerProcesses
})
