import { Effect } from "effect"
import { readFileSync } from "node:fs"
import pg from "pg"
import { unusedPort } from "../../test/nameservers/NameserverProcess.ts"
import { powerDns as powerDnsServer, powerDnsPrograms, type PowerDnsStorage } from "../../test/nameservers/PowerDns.ts"
import { powerDnsPgSchema } from "../../test/requires.ts"
import type { DnsApiServerTask } from "./dns-api/platformServer.ts"
import { ours as platformCalls, powerDns, rateOf, type ZoneService } from "./dns-api/zoneCalls.ts"
import { type Benchmark, type Bound, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import type { Databases, Storage } from "./harness/Databases.ts"
import { type Comparison, interleaved } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"

const block = 200
const rounds = 5
const connections = 8

const host = "127.0.0.1"

/** Configuration of PowerDNS for a separate database on the same server. */
const pgBackend = async (databases: Databases): Promise<ReadonlyArray<string>> => {
  const schema = readFileSync(powerDnsPgSchema, "utf8")
  const { url } = await databases.postgres()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(schema)
  } finally {
    await client.end()
  }
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

/** Kind of database; each side has its own. */
interface Kind {
  readonly name: string
  readonly storage: (databases: Databases) => Promise<Storage>
  readonly peer: (databases: Databases) => Promise<PowerDnsStorage>
  /** True if the bound applies. */
  readonly isBound: boolean
  /** True if the peer supports concurrent writes. */
  readonly peerSharesWrites: boolean
}

const kinds: ReadonlyArray<Kind> = [
  {
    name: "SQLite, every commit on the disk",
    storage: async (databases) => databases.sqlite("full"),
    peer: async () => "full",
    isBound: true,
    peerSharesWrites: false
  },
  {
    name: "SQLite, `synchronous=normal`",
    storage: async (databases) => databases.sqlite("normal"),
    peer: async () => "normal",
    isBound: false,
    peerSharesWrites: false
  },
  {
    name: "PostgreSQL",
    storage: (databases) => databases.postgres(),
    peer: pgBackend,
    isBound: true,
    peerSharesWrites: true
  }
]

/** Creates a new block of zones, then changes one RRset in each. */
const blockOf = (service: ZoneService, count: number) => {
  let made = 0
  const over = async (several: number) => {
    const names = Array.from({ length: count }, () => `zone-${++made}.example`)
    return {
      create: await rateOf(service, names.map((name) => service.create(name)), several),
      patch: await rateOf(service, names.map((name) => service.patch(name, "second")), several)
    }
  }
  return {
    alone: () => over(1),
    /** The same over several connections. */
    beside: () => over(connections)
  }
}

const comparedTo = ({ peer, ratio }: Comparison) => ({ peer: { name: "PowerDNS", value: peer }, ratio })

const bound: Bound = { of: "ratio", side: "at least", must: 5 }

const compare = Effect.fnUntraced(
  function*(setting: Setting, { isBound, name, peer: peerOf, peerSharesWrites, storage: open }: Kind) {
    const { databases } = setting
    const storage = yield* Effect.promise(() => open(databases))
    const peerStorage = yield* Effect.promise(() => peerOf(databases))
    const peer = yield* powerDnsServer({ host, port: yield* unusedPort(host) }, peerStorage)
    const seed: SeedTask = { storage, domains: 1 }
    const { apiKey } = yield* Effect.promise(() => runChild<Seeded>("harness/seed.ts", seed))
    const task: DnsApiServerTask = { storage }
    const platform = yield* Effect.promise(() => startChild<number>("dns-api/platformServer.ts", task))
    const count = scaled(setting, block, 20)
    const ours = blockOf(platformCalls(platform.ready, apiKey), count)
    const other = blockOf(powerDns(Number(new URL(peer.url).port), peer.apiKey), count)
    const alone = yield* Effect.promise(() => interleaved(rounds, ours.alone, other.alone))
    const beside = yield* Effect.promise(() =>
      interleaved(rounds, ours.beside, peerSharesWrites ? other.beside : async () => ({ create: NaN, patch: NaN }))
    )
    yield* Effect.promise(platform.stop)
    const labels = { create: "zone of ten RRsets created", patch: "one RRset replaced" } as const
    const figure = (of: keyof typeof labels): ReadonlyArray<Figure> => {
      const [one, several] = [alone(of), beside(of)]
      const what = `${name}: ${labels[of]}`
      return [
        { what, unit: "/s", ours: one.ours, ...comparedTo(one), bound: isBound ? bound : undefined },
        {
          what: `${what}, over ${connections} connections`,
          unit: "/s",
          ours: several.ours,
          ...peerSharesWrites ? comparedTo(several) : {}
        }
      ]
    }
    return [...figure("create"), ...figure("patch")]
  },
  Effect.scoped
)

/** Throughput of zone writes over HTTP, against the HTTP interface of PowerDNS. */
export const benchmark: Benchmark = {
  name: "dns-api",
  requires: [...powerDnsPrograms, "PowerDNS schema for PostgreSQL"],
  about:
    `Creates zones of ten RRsets (\`POST /v1/dns\`), then replaces one RRset in each (\`PATCH /v1/dns/{zone}/rrsets\`). Calls are sequential over one connection, then concurrent over ${connections} connections. Blocks of ${block} calls alternate with the same calls to the HTTP interface of PowerDNS Authoritative Server, on the same kind of database; figures are medians of ${rounds} blocks. Both write every commit to disk, their default; rows with \`synchronous=normal\`, without that wait, are for comparison. On SQLite both use a WAL. The platform checks every rule, keeps a history, and publishes the zones to the nameserver in its process. PowerDNS closes each connection, which is part of its figure. On SQLite it answers 500 to concurrent writes, so those rows have no peer.`,
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (const kind of kinds) {
      setting.progress(kind.name)
      figures.push(...await Effect.runPromise(compare(setting, kind)))
    }
    return figures
  }
}
