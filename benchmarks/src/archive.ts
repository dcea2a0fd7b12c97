import type { FiltersTask, FilterTimes } from "./archive/filters.ts"
import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { type ChildProcess, runChild, startChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"
import { sendAll, wireRequest } from "./harness/HttpLoad.ts"
import type { PlatformServerTask } from "./harness/platformServer.ts"
import { type Comparison, interleaved, median } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"

const usualEntries = 10_000_000
const connections = 8
const pairs = 3
const rounds = 4

interface Load {
  readonly kind: "read" | "write"
  readonly what: string
  readonly must: number
  /** Requests of a round. */
  readonly count: number
}

const loads: ReadonlyArray<Load> = [
  { kind: "read", what: "list of 50", must: 1.03, count: 1500 },
  { kind: "write", what: "registration", must: 1.08, count: 400 }
]

const stored: ReadonlyArray<readonly [name: string, open: (setting: Setting) => Promise<Storage>]> = [
  ["PostgreSQL", ({ databases }) => databases.postgres()],
  ["SQLite", async ({ databases }) => databases.sqlite("normal")]
]

/** A server over its own database, with a customer who registers a new domain with each write. */
const startServer = async (setting: Setting, storage: Storage, archive: boolean) => {
  const task: SeedTask = { storage, domains: scaled(setting, 2000, 100) }
  const { apiKey, contact_id } = await runChild<Seeded>("harness/seed.ts", task)
  const server = await startChild<number>(
    "harness/platformServer.ts",
    { storage, archive } satisfies PlatformServerTask
  )
  const headers = { "x-api-key": apiKey }
  let registered = 0
  const write = () =>
    wireRequest("POST", "/v1/domains", {
      expected: 201,
      headers,
      body: {
        name: `written-${++registered}.com`,
        contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id },
        nameservers: [{ hostname: "ns1.hoster.example" }, { hostname: "ns2.hoster.example" }],
        period: { unit: "y", value: 1 },
        renewal_mode: "renew"
      }
    })
  const read = wireRequest("GET", "/v1/domains?page_size=50", { headers })
  return { server, write, read: () => read }
}

type Side = Awaited<ReturnType<typeof startServer>>

const cpuOf = (setting: Setting, { server, ...requests }: Side, kind: "read" | "write", count: number) => async () => {
  const amount = scaled(setting, count, 50)
  const cpu = async (child: ChildProcess<number>) => (await child.usage()).cpuMicros
  const before = await cpu(server)
  await sendAll(server.ready, connections, amount, requests[kind])
  return { cpu: (await cpu(server) - before) / amount }
}

/** Medians over several pairs of servers, because two processes of the same code differ by some percent. */
const overheadOf = async (setting: Setting, open: (setting: Setting) => Promise<Storage>, { count, kind }: Load) => {
  const compared: Array<Comparison> = []
  for (let pair = 0; pair < pairs; pair++) {
    const kept = await startServer(setting, await open(setting), true)
    const plain = await startServer(setting, await open(setting), false)
    const measured = (side: Side) => cpuOf(setting, side, kind, count)
    compared.push((await interleaved(rounds, measured(kept), measured(plain)))("cpu"))
    await kept.server.stop()
    await plain.server.stop()
  }
  const of = (figure: keyof Comparison) => median(compared.map((comparison) => comparison[figure]))
  return { ours: of("ours"), peer: of("peer"), ratio: of("ratio") }
}

const overhead = async (setting: Setting, database: string, open: (setting: Setting) => Promise<Storage>) => {
  const figures: Array<Figure> = []
  for (const load of loads) {
    setting.progress(`${database}: ${load.what}`)
    const { peer, ...cpu } = await overheadOf(setting, open, load)
    figures.push({
      what: `${database}, ${load.what}: server CPU per request`,
      unit: "µs",
      ...cpu,
      peer: { name: "without both", value: peer },
      bound: { of: "ratio", side: "at most", must: load.must }
    })
  }
  return figures
}

const filters = async (setting: Setting, database: string, open: (setting: Setting) => Promise<Storage>) => {
  const entries = scaled(setting, usualEntries, 20_000)
  setting.progress(`${database}: ${entries} entries`)
  const task: FiltersTask = { storage: await open(setting), entries, rounds: 7 }
  const times = await runChild<ReadonlyArray<FilterTimes>>("archive/filters.ts", task)
  for (const { name, page, total } of times) {
    setting.progress(`${database}, ${name}: page ${page.toFixed(1)} ms, total ${total.toFixed(1)} ms`)
  }
  const slowest = (part: "page" | "total") => times.toSorted((a, b) => b[part] - a[part])[0]
  const [page, total] = [slowest("page"), slowest("total")]
  const label = `${database}, object log, slowest filter`
  const figures: ReadonlyArray<Figure> = [
    {
      what: `${label}: page (${page?.name})`,
      unit: "ms",
      ours: page?.page ?? Number.NaN,
      bound: { of: "ours", side: "at most", must: 20 }
    },
    { what: `${label}: total (${total?.name})`, unit: "ms", ours: total?.total ?? Number.NaN }
  ]
  return figures
}

/** Costs of the object log and the request history, and times of the lists of the log. */
export const benchmark: Benchmark = {
  name: "archive",
  about:
    `\`POST /v1/domains\` and \`GET /v1/domains?page_size=50\` over ${connections} connections: a server that keeps the request history and the object log beside one that keeps neither, each with a database of its own, in alternating rounds; medians of ${pairs} pairs of servers for each kind of request. Then the first page of 50 and the total of each filter of the object log over ${
      usualEntries.toLocaleString("en")
    } entries, nine tenths of them of one organization: medians of 7 rounds after a first one.`,
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (const [database, open] of stored) {
      figures.push(...await overhead(setting, database, open), ...await filters(setting, database, open))
    }
    return figures
  }
}
