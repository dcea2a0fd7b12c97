import { Effect } from "effect"
import { readFileSync } from "node:fs"
import pg from "pg"
import { unusedPort } from "../../test/nameservers/NameserverProcess.ts"
import { powerDns as powerDnsServer } from "../../test/nameservers/PowerDns.ts"
import type { DnsApiServerTask } from "./dns-api/platformServer.ts"
import { ours as platformCalls, powerDns, rateOf, type ZoneService } from "./dns-api/zoneCalls.ts"
import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import type { Databases, Storage } from "./harness/Databases.ts"
import { interleaved } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"

const block = 200
const rounds = 5

const host = "127.0.0.1"

const pgSchema = "/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql"

/** The lines of PowerDNS's configuration for a database of its own on the same server. */
const pgBackend = async (databases: Databases): Promise<ReadonlyArray<string>> => {
  const { url } = await databases.postgres()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync(pgSchema, "utf8"))
  await client.end()
  const { hostname, password, pathname, port, username } = new URL(url)
  return [
    "launch=gpgsql",
    `gpgsql-host=${hostname}`,
    `gpgsql-port=${port}`,
    `gpgsql-user=${username}`,
    `gpgsql-password=${password}`,
    `gpgsql-dbname=${pathname.slice(1)}`,
    "gpgsql-dnssec=yes"
  ]
}

interface Kind {
  readonly name: string
  readonly storage: (databases: Databases) => Promise<Storage>
  /** Undefined for what `powerDnsServer` brings along: SQLite with a WAL that does not wait for the disk. */
  readonly backend: (databases: Databases) => Promise<ReadonlyArray<string> | undefined>
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "SQLite",
    storage: async (databases) => databases.sqlite("normal"),
    backend: async () => undefined
  },
  { name: "PostgreSQL", storage: (databases) => databases.postgres(), backend: pgBackend }
]

/** Makes a block of zones, then changes one RRset in each; another block each time. */
const blockOf = (service: ZoneService, count: number) => {
  let made = 0
  return async () => {
    const names = Array.from({ length: count }, () => `zone-${++made}.example`)
    return {
      create: await rateOf(service, names.map((name) => service.create(name))),
      patch: await rateOf(service, names.map((name) => service.patch(name, "second")))
    }
  }
}

const compare = Effect.fnUntraced(function*(setting: Setting, { backend, name, storage: open }: Kind) {
  const { databases } = setting
  const storage = yield* Effect.promise(() => open(databases))
  const lines = yield* Effect.promise(() => backend(databases))
  const peer = yield* powerDnsServer({ host, port: yield* unusedPort(host) }, lines)
  const seed: SeedTask = { storage, domains: 1 }
  const { apiKey } = yield* Effect.promise(() => runChild<Seeded>("harness/seed.ts", seed))
  const task: DnsApiServerTask = { storage }
  const platform = yield* Effect.promise(() => startChild<number>("dns-api/platformServer.ts", task))
  const count = scaled(setting, block, 20)
  const compared = yield* Effect.promise(() =>
    interleaved(
      rounds,
      blockOf(platformCalls(platform.ready, apiKey), count),
      blockOf(powerDns(Number(new URL(peer.url).port), peer.apiKey), count)
    )
  )
  yield* Effect.promise(platform.stop)
  const figure = (what: string, of: "create" | "patch"): Figure => {
    const { ours, peer: value, ratio } = compared(of)
    return { what: `${name}: ${what}`, unit: "/s", ours, ratio, peer: { name: "PowerDNS", value } }
  }
  return [figure("zone of ten RRsets created", "create"), figure("one RRset replaced", "patch")]
}, Effect.scoped)

/** What zones cost over HTTP, beside the interface of PowerDNS. */
export const benchmark: Benchmark = {
  name: "dns-api",
  about:
    `Zones of ten RRsets are made (\`POST /v1/dns\`), then one RRset is replaced in each (\`PATCH /v1/dns/{zone}/rrsets\`), one call after another over one connection, in blocks of ${block} that take turns with PowerDNS Authoritative Server doing the same over its own HTTP interface, on the same kind of database; medians of ${rounds} blocks. On SQLite both write a WAL and do not wait for the disk (\`synchronous=normal\`), on PostgreSQL both do. Ours checks every rule, keeps a history and writes down what its nameserver is to serve, which answers for the zones from the same process, as PowerDNS does. PowerDNS closes each connection, which is in its figure.`,
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (const kind of kinds) {
      setting.progress(kind.name)
      figures.push(...await Effect.runPromise(compare(setting, kind)))
    }
    return figures
  }
}
