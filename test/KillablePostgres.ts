import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import { freePort } from "./freePort.ts"

/** A PostgreSQL of one test, which keeps its promises about what is on disk. */
export interface KillablePostgres {
  readonly url: string
  /** Kills all of its processes at once, as a failure of the machine would, and starts it again after `away`. */
  readonly replace: (away: Effect.Effect<void>) => Effect.Effect<void>
}

export const killablePostgres = Effect.gen(function*() {
  const folder = mkdtempSync(join(tmpdir(), "namewright-killable-"))
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
  // Under root the server runs as a user of its own, who must be able to enter.
  chmodSync(folder, 0o755)
  const data = join(folder, "data")
  const port = yield* Effect.promise(freePort)
  const output: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: "postgres",
    password: "postgres",
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=on"],
    onLog: (message) => void output.push(message),
    onError: (message) => void output.push(String(message))
  })

  // What was killed a moment ago may still hold on to shared memory.
  const start = Effect.tryPromise({
    try: () => server.start(),
    catch: () => new Error(`PostgreSQL did not start.\n${output.slice(-20).join("\n")}`)
  }).pipe(
    Effect.tapError(() => Effect.sleep("200 millis")),
    Effect.retry({ times: 50 }),
    Effect.orDie
  )
  const kill = Effect.sync(() => killAll(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0])))

  yield* Effect.promise(() => server.initialise())
  yield* Effect.acquireRelease(start, () => Effect.promise(() => server.stop()))
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    replace: (away) => Effect.uninterruptible(Effect.andThen(Effect.andThen(kill, away), start))
  } satisfies KillablePostgres
})

/** A postmaster and its children. It is held first, so that it makes no more of them. */
const killAll = (postmaster: number): void => {
  process.kill(postmaster, "SIGSTOP")
  const children = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, parent]) => pid !== undefined && parent === postmaster ? [pid] : [])
  for (const pid of [postmaster, ...children]) process.kill(pid, "SIGKILL")
}
