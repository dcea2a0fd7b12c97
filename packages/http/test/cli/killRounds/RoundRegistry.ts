import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { eppServerProcess } from "../../../../../test/eppServerProcess.ts"

const account = { user: "killed", password: "Correct-Horse-1" }

/** TLDs of the registry that has a process of its own. The TLD `org` is left to the simulator in the platform's database. */
const wired = ["com", "net", "cc", "name"]

/** A name as its registry stores it; `years` is its whole term. */
export interface RegisteredName {
  readonly name: string
  readonly years: number
}

/**
 * Starts an EPP server with a database of its own, which no kill of the platform touches. Returns the arguments by which
 * `serve` uses it, and a read of its names.
 */
export const roundRegistry = Effect.gen(function*() {
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "namewright-rounds-"))),
    (made) => Effect.promise(() => rm(made, { recursive: true, force: true }))
  )
  const database = join(folder, "registry.sqlite")
  const { port } = yield* eppServerProcess({ ...account, tlds: wired, authority: join(folder, "ca.pem"), database })
  const config = join(folder, "epp.json")
  const verisign = {
    ...account,
    tlds: wired,
    profile: "generic-thick",
    host: "127.0.0.1",
    port,
    tls: { ca: "ca.pem", serverName: "localhost" },
    limits: { sessions: 8 }
  }
  yield* Effect.promise(() => writeFile(config, JSON.stringify({ registries: { verisign } })))
  return {
    args: ["--registry", `epp:${config}`],
    /** The names of our account, in order. */
    names: Effect.sync(() => {
      const opened = new DatabaseSync(database, { readOnly: true })
      try {
        const rows = opened.prepare("SELECT state FROM sim_domains WHERE sponsor = ? ORDER BY name").all(account.user)
        return rows.map(({ state }) => registeredName(String(state)))
      } finally {
        opened.close()
      }
    })
  }
})

/** The name in a state of the registry simulator. */
export const registeredName = (state: string): RegisteredName => {
  const { created_on, expires_on, name } = JSON.parse(state)
  return { name, years: yearsBetween(created_on, expires_on) }
}

/** Full years between two instants, the first of them the beginning of a term; NaN if one is missing. */
export const yearsBetween = (from: string | Date | null, to: string | Date | null): number => {
  if (from === null || to === null) return Number.NaN
  const [began, ends] = [new Date(from), new Date(to)]
  const years = ends.getUTCFullYear() - began.getUTCFullYear()
  const exact = new Date(began)
  exact.setUTCFullYear(began.getUTCFullYear() + years)
  return Math.abs(exact.getTime() - ends.getTime()) <= 86_400_000 ? years : Number.NaN
}
