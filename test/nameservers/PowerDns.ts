import { Effect, type Scope } from "effect"
import { powerDnsSchema } from "../requires.ts"
import {
  type NameserverProcess,
  nameserverProcess,
  runTool,
  temporaryFolder,
  unusedPort,
  writeIn
} from "./NameserverProcess.ts"
import type { Address } from "./Primary.ts"

/** Programs and files that `powerDns` needs. */
export const powerDnsPrograms = ["pdns_server", "sqlite3", "PowerDNS schema for SQLite"] as const

/** PowerDNS Authoritative Server with its HTTP API. */
export interface PowerDns extends NameserverProcess {
  /** Base URL of the API. */
  readonly url: string
  readonly apiKey: string
  /** Calls the API. `path` is relative to the server, such as `/zones`. */
  readonly call: (method: string, path: string, body?: unknown) => Effect.Effect<{
    readonly status: number
    readonly text: string
  }>
}

const apiKey = "key-of-the-tests"

/** Configuration lines for another database, or the durability of commits to SQLite. */
export type PowerDnsStorage = ReadonlyArray<string> | "full" | "normal"

const sqlite = (folder: string, synchronous: "full" | "normal"): ReadonlyArray<string> => [
  "launch=gsqlite3",
  `gsqlite3-database=${folder}/zones.sqlite3`,
  "gsqlite3-dnssec=yes",
  "gsqlite3-pragma-journal-mode=wal",
  `gsqlite3-pragma-synchronous=${synchronous === "full" ? 2 : 1}`
]

const configuration = (folder: string, host: string, port: number, apiPort: number, backend: ReadonlyArray<string>) => [
  ...backend,
  `local-address=${host}`,
  `local-port=${port}`,
  `query-local-address=${host}`,
  "webserver=yes",
  `webserver-address=${host}`,
  `webserver-port=${apiPort}`,
  "api=yes",
  `api-key=${apiKey}`,
  `socket-dir=${folder}`,
  "primary=yes",
  "secondary=yes",
  "xfr-cycle-interval=1",
  // Disables its update check in the DNS.
  "security-poll-suffix=",
  "disable-syslog=yes",
  "loglevel=5"
]

export const powerDns = Effect.fnUntraced(function*(
  { host, port }: Address,
  storage: PowerDnsStorage = "normal"
): Effect.fn.Return<PowerDns, never, Scope.Scope> {
  const folder = yield* temporaryFolder("powerdns")
  const apiPort = yield* unusedPort(host)
  const isSqlite = storage === "full" || storage === "normal"
  if (isSqlite) {
    const { isWell, output } = runTool("sqlite3", [`${folder}/zones.sqlite3`, `.read ${powerDnsSchema}`])
    if (!isWell) throw new Error(`PowerDNS has no database: ${output}`)
  }
  const backend = isSqlite ? sqlite(folder, storage) : storage
  writeIn(folder, "pdns.conf", configuration(folder, host, port, apiPort, backend))
  const args = [`--config-dir=${folder}`, "--guardian=no", "--daemon=no"]
  const started = yield* nameserverProcess({ command: "pdns_server", args, folder, host, port })
  const url = `http://${host}:${apiPort}`
  return {
    ...started,
    url,
    apiKey,
    call: (method, path, body) =>
      Effect.promise(async () => {
        const response = await fetch(`${url}/api/v1/servers/localhost${path}`, {
          method,
          headers: { "x-api-key": apiKey, "content-type": "application/json" },
          ...body === undefined ? {} : { body: JSON.stringify(body) }
        })
        return { status: response.status, text: await response.text() }
      })
  }
})
