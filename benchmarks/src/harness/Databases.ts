import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { startPostgres as start } from "../../../test/startPostgres.ts"

/** Database, as serializable data for another process. */
export type Storage =
  | { readonly type: "sqlite"; readonly filename: string; readonly synchronous: "full" | "normal" }
  | { readonly type: "postgres"; readonly url: string; readonly maxConnections?: number }

/** New databases for benchmarks, which are removed at the end. */
export interface Databases {
  readonly sqlite: (synchronous?: "full" | "normal") => Storage & { readonly type: "sqlite" }
  readonly postgres: () => Promise<Storage & { readonly type: "postgres" }>
  /** Version such as `16.4`; undefined before the first PostgreSQL database. */
  readonly postgresVersion: () => Promise<string | undefined>
  readonly close: () => Promise<void>
}

interface Server {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Files in a new folder, and databases of the server in `NAMEWRIGHT_PG_URL` or of a server started here. */
export const openDatabases = async (): Promise<Databases> => {
  const folder = await mkdtemp(join(tmpdir(), "namewright-bench-"))
  const configuredUrl = process.env["NAMEWRIGHT_PG_URL"]
  let server: Promise<Server> | undefined
  let made = 0
  const newName = () => `bench_${process.pid}_${++made}`
  const names: Array<string> = []

  const postgres = async () => {
    server ??= configuredUrl === undefined
      ? startPostgres()
      : Promise.resolve({ url: configuredUrl, stop: async () => {} })
    const { url } = await server
    const name = newName()
    await query(url, `CREATE DATABASE ${name}`)
    names.push(name)
    const database = new URL(url)
    database.pathname = `/${name}`
    return { type: "postgres" as const, url: database.href }
  }

  return {
    sqlite: (synchronous = "full") => ({ type: "sqlite", filename: join(folder, `${newName()}.sqlite`), synchronous }),
    postgres,
    postgresVersion: async () => {
      if (server === undefined) return undefined
      const [row] = await query<{ server_version: string }>((await server).url, "SHOW server_version")
      return row?.server_version.split(" ")[0]
    },
    close: async () => {
      if (server !== undefined) {
        const { stop, url } = await server
        for (const name of names) await query(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
        await stop()
      }
      await rm(folder, { recursive: true, force: true })
    }
  }
}

const query = async <Row extends pg.QueryResultRow>(url: string, text: string): Promise<ReadonlyArray<Row>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** PostgreSQL server with fsync, as in production. */
const startPostgres = (): Promise<Server> =>
  start(["fsync=on", "synchronous_commit=on", "shared_buffers=512MB", "max_wal_size=2GB"])
