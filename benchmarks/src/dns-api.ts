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

/** The lines of PowerDNS's configuration for a database of its own on the same server. */
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

/** A database, as both sides are given one of their own. */
interface Kind {
  readonly name: string
  readonly storage: (databases: Databases) => Promise<Storage>
  readonly peer: (databases: Databases) => Promise<PowerDnsStorage>
  /** Whether the bound is for it. */
  readonly isBound: boolean
  /** Whether the peer takes writes that come at the same time. */
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

/** Makes a block of zones, then changes one RRset in each; another block each time. */
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
    const whats = { create: "zone of ten RRsets created", patch: "one RRset replaced" } as const
    const figure = (of: keyof typeof whats): ReadonlyArray<Figure> => {
      const [one, several] = [alone(of), beside(of)]
      const what = `${name}: ${whats[of]}`
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

/** What zones cost over HTTP, beside the interface of PowerDNS. */
export const benchmark: Benchmark = {
  name: "dns-api",
  requires: [...powerDnsPrograms, "PowerDNS schema for PostgreSQL"],
  about:
    `Zones of ten RRsets are made (\`POST /v1/dns\`), then one RRset is replaced in each (\`PATCH /v1/dns/{zone}/rrsets\`), one call after another over one connection, and again over ${connections} connections, in blocks of ${block} that take turns with PowerDNS Authoritative Server doing the same over its own HTTP interface, on the same kind of database; medians of ${rounds} blocks. Both write every commit to the disk, as both do unless they are told otherwise; the rows with \`synchronous=normal\`, where neither waits for it, are for comparison. On SQLite both have a WAL. Ours checks every rule, keeps a history, and publishes the zones meanwhile to its nameserver in the same process, which answers for them as PowerDNS does. PowerDNS closes each connection, which is in its figure. On SQLite it answers 500 to writes that come at the same time, so those rows have no peer.`,
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (const kind of kinds) {
      setting.progress(kind.name)
      figures.push(...await Effect.runPromise(compare(setting, kind)))
    }
    return figures
  }
}
