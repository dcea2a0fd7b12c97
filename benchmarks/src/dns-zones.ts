import type { DnsZonesResult, DnsZonesTask, Timed } from "./dns-zones/process.ts"
import { type Benchmark, type Bound, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"

const usual = 100_000
/** Runs of each query of a list: enough that the 95th percentile is not the slowest run. */
const rounds = 100

const statements: Bound = { of: "ours", side: "at most", must: 20 }
const growth: Bound = { of: "ratio", side: "at most", must: 2 }

const stored: ReadonlyArray<readonly [name: string, open: (setting: Setting) => Promise<Storage>]> = [
  ["PostgreSQL", ({ databases }) => databases.postgres()],
  ["SQLite", async ({ databases }) => databases.sqlite("full")]
]

const slowest = (times: ReadonlyArray<Timed>): Timed | undefined => times.toSorted((a, b) => b.p95 - a.p95)[0]

const figuresOf = (database: string, result: DnsZonesResult): ReadonlyArray<Figure> => {
  const list = slowest(result.lists)
  const call = ({ name, p95, statements: count }: Timed): Figure => ({
    what: `${database}: ${name}, ${count} statements, 95th percentile`,
    unit: "ms",
    ours: p95,
    bound: statements
  })
  return [
    {
      what: `${database}: list, page and total, slowest query (${list?.name}), 95th percentile`,
      unit: "ms",
      ours: list?.p95 ?? Number.NaN,
      bound: statements
    },
    {
      what: `${database}: list, median of that query`,
      unit: "ms",
      ours: list?.median ?? Number.NaN
    },
    ...result.lists.filter(({ name }) => name === "none by created_on, first page").map((usualList) => ({
      what: `${database}: list with only page_size, 95th percentile`,
      unit: "ms",
      ours: usualList.p95,
      bound: statements
    })),
    call(result.get),
    call(result.patch),
    call(result.upsert),
    {
      what: `${database}: patch of one RRset in a zone of 10,000, median`,
      unit: "ms",
      ours: result.largeMedian,
      peer: { name: "ours, in a zone of 100", value: result.smallMedian },
      bound: growth
    }
  ]
}

/** Time of zone operations on a database with 100,000 zones. */
export const benchmark: Benchmark = {
  name: "dns-zones",
  about:
    `\`Zones.list\`, \`get\`, \`patchRrsets\` and \`patchRecords\`, each complete call with its statements, commit and CPU work, over ${
      usual.toLocaleString("en")
    } zones of one organization with ten RRsets each, a million RRsets in total. Lists are read with eight filters in four sort orders, the first page and the page in the middle, 50 zones each with all their RRsets and the exact total; each query ${rounds} times after 20 warm-ups. The slowest query is reported. Statistics are collected, and the data is on disk. Each write changes another zone and commits to disk. Then one RRset is replaced in a zone of 100 and in one of 10,000 RRsets.`,
  run: async (setting) => {
    const hosting = { zones: scaled(setting, usual, 1000), smallZoneRrsets: 100, largeZoneRrsets: 10_000 }
    const figures: Array<Figure> = []
    for (const [database, open] of stored) {
      setting.progress(`${database}, ${hosting.zones} zones`)
      const task: DnsZonesTask = { storage: await open(setting), hosting, rounds: scaled(setting, rounds, 5) }
      const result = await runChild<DnsZonesResult>("dns-zones/process.ts", task)
      setting.progress(`${database} was filled in ${result.fillSeconds.toFixed(0)} s`)
      for (const { median, name, p95 } of result.lists.toSorted((a, b) => b.median - a.median).slice(0, 8)) {
        setting.progress(
          `${database}, list ${name}: median ${median.toFixed(1)} ms, 95th percentile ${p95.toFixed(1)} ms`
        )
      }
      figures.push(...figuresOf(database, result))
    }
    return figures
  }
}
