import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "./freePort.ts"
import { postgresAccount, temporaryFolderFor } from "./PostgresAccount.ts"
import { programPath } from "./requires.ts"

/** Transactions of a client use any of so few connections to the server, so that what a session keeps is found soon. */
const serverConnections = 3

const startLimitMillis = 20_000

const settings = (url: URL, port: number, folder: string): string =>
  [
    "[databases]",
    `* = host=${url.hostname} port=${url.port}`,
    "[pgbouncer]",
    "pool_mode = transaction",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = plain",
    `auth_file = ${join(folder, "users.txt")}`,
    `default_pool_size = ${serverConnections}`,
    "max_client_conn = 200",
    ""
  ].join("\n")

/** Starts PgBouncer in transaction mode before the server of `url`, and returns the URL of the same database behind it. */
export const pgBouncer = Effect.fnUntraced(function*(url: string) {
  // It refuses to run as root.
  const account = postgresAccount()
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(temporaryFolderFor(account), "namewright-bouncer-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true }))
  )
  const server = new URL(url)
  const port = yield* Effect.promise(() => freePort())
  const config = join(folder, "pgbouncer.ini")
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      writeFileSync(config, settings(server, port, folder))
      writeFileSync(join(folder, "users.txt"), `"${server.username}" "${server.password}"\n`)
      if (account !== undefined) execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, folder])
      const child = spawn("pgbouncer", [config], {
        cwd: folder,
        env: { PATH: programPath },
        stdio: ["ignore", "ignore", "pipe"],
        ...account === undefined ? {} : { uid: account.uid, gid: account.gid }
      })
      let log = ""
      const limit = AbortSignal.timeout(startLimitMillis)
      const ended = once(child, "exit", { signal: limit }).then(() => {
        throw new Error(`PgBouncer ended:\n${log}`)
      })
      child.stderr.on("data", (chunk: Buffer) => void (log += chunk.toString()))
      while (!log.includes("process up")) await Promise.race([once(child.stderr, "data", { signal: limit }), ended])
      ended.catch(() => {})
      return child
    }),
    (child) =>
      Effect.promise(async () => {
        if (child.exitCode !== null) return
        const exit = once(child, "exit")
        child.kill("SIGKILL")
        await exit
      })
  )
  const behind = new URL(url)
  behind.port = String(port)
  return behind.toString()
})
