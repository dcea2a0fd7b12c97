import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { LocalPostgres } from "./LocalPostgres.ts"

/** PostgreSQL server of one test, with durable commits. */
export interface KillablePostgres {
  readonly url: string
  /** Kills all of its processes at once, as in a power failure, and restarts it after `away`. */
  readonly replace: (away: Effect.Effect<void>) => Effect.Effect<void>
}

export const killablePostgres = Effect.gen(function*() {
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => LocalPostgres.prepare(["fsync=on"])),
    (prepared) => Effect.promise(() => prepared.remove())
  )
  // Killed processes may still use the shared memory.
  const start = Effect.tryPromise(() => server.start()).pipe(
    Effect.tapError(() => Effect.sleep("200 millis")),
    Effect.retry({ times: 50 }),
    Effect.orDie
  )
  const kill = Effect.sync(() => {
    const [pid] = readFileSync(join(server.dataFolder, "postmaster.pid"), "utf8").split("\n", 1)
    killAll(Number(pid))
  })

  yield* Effect.acquireRelease(start, () => Effect.promise(() => server.stop()))
  return {
    url: server.url,
    replace: (away) => Effect.uninterruptible(Effect.andThen(Effect.andThen(kill, away), start))
  } satisfies KillablePostgres
})

/** Kills a postmaster and its children. It is stopped first, so that it starts no new children. */
const killAll = (postmaster: number): void => {
  process.kill(postmaster, "SIGSTOP")
  for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, "SIGKILL")
}

/** Ids of the children of a process. Small Linux systems have no `ps`. */
const childrenOf = (parent: number): ReadonlyArray<number> => {
  const listed = `/proc/${parent}/task/${parent}/children`
  const pids = existsSync(listed)
    ? readFileSync(listed, "utf8")
    : execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n")
      .map((line) => line.trim().split(/\s+/))
      .flatMap(([pid, ppid]) => pid !== undefined && Number(ppid) === parent ? [pid] : [])
      .join(" ")
  return pids.split(/\s+/).filter((pid) => pid !== "").map(Number)
}
