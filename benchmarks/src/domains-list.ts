import type { DomainsListResult, DomainsListTask, QueryTimes } from "./domains-list/process.ts"
import { type Group, groups } from "./domains-list/queries.ts"
import { type Benchmark, type Bound, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"

const defaultDomains = 1_000_000
const rounds = 7

const atMost = (must: number): Bound => ({ of: "ours", side: "at most", must })

/** Bounds of pages by group, and of totals, in milliseconds. */
const bounds = {
  "single filters": atMost(20),
  "pairs": atMost(100),
  "deep pages": atMost(150),
  total: atMost(300)
} as const satisfies Record<Group | "total", Bound>

type Part = "page" | "total" | "whole"

const stored: ReadonlyArray<readonly [name: string, open: (setting: Setting) => Promise<Storage>]> = [
  ["PostgreSQL", ({ databases }) => databases.postgres()],
  ["SQLite", async ({ databases }) => databases.sqlite("normal")]
]

const slowest = (times: ReadonlyArray<QueryTimes>, part: Part): QueryTimes | undefined =>
  times.toSorted((a, b) => b[part] - a[part])[0]

/** Slowest pages, with the times of their totals. */
const slowestOf = (times: ReadonlyArray<QueryTimes>): ReadonlyArray<string> =>
  times.toSorted((a, b) => b.page - a.page).slice(0, 12).map(({ group, name, page, total }) =>
    `${group}, ${name}: page ${page.toFixed(1)} ms, total ${total.toFixed(1)} ms`
  )

const figureOf = (label: string, times: ReadonlyArray<QueryTimes>, part: Part, bound?: Bound): Figure => {
  const worst = slowest(times, part)
  return { what: `${label} (${worst?.name})`, unit: "ms", ours: worst?.[part] ?? Number.NaN, bound }
}

const figuresOf = (
  database: string,
  owned: string,
  times: ReadonlyArray<QueryTimes>
): ReadonlyArray<Figure> => {
  const of = (group: Group) => times.filter((time) => time.group === group)
  const label = `${database}, ${owned}`
  return [
    ...groups.flatMap((group) => [
      figureOf(`${label}, ${group}: page`, of(group), "page", bounds[group]),
      figureOf(`${label}, ${group}: total`, of(group), "total", bounds.total)
    ]),
    figureOf(`${label}: page and total together, slowest query`, times, "whole")
  ]
}

/** Benchmark of all filters and sort orders of the list of domains. */
export const benchmark: Benchmark = {
  name: "domains-list",
  about: `\`Domains.list\`, used by \`GET /v1/domains\`, over ${
    defaultDomains.toLocaleString("en")
  } domains: one organization has 700,000 of them and one 100,000. Pages have 50 rows. Queries are the first page of every filter in every sort order, the first page of ten pairs of filters, and the pages beyond row 10,000 and in the middle of all of these, in three sort orders. All queries are sent in turn, ${rounds} times after one warm-up, one at a time. A figure is the median of the slowest query of its group, which is named beside it. Statements that count matching rows are part of the total only, statements that read the rows of a page part of the page only. All other work, the time of the process included, is part of both.`,
  run: async (setting) => {
    const domains = scaled(setting, defaultDomains, 20_000)
    const figures: Array<Figure> = []
    for (const [database, open] of stored) {
      setting.progress(`${database}, ${domains} domains`)
      const task: DomainsListTask = { storage: await open(setting), domains, rounds: scaled(setting, rounds, 5) }
      const result = await runChild<DomainsListResult>("domains-list/process.ts", task)
      setting.progress(`${database} was filled in ${result.fillSeconds.toFixed(0)} s`)
      for (const slow of slowestOf(result.large)) setting.progress(`${database}: ${slow}`)
      figures.push(
        ...figuresOf(database, (domains * 0.7).toLocaleString("en"), result.large),
        ...figuresOf(database, (domains * 0.1).toLocaleString("en"), result.medium),
        { what: `${database}: page and total together, all queries`, unit: "ms", ours: result.whole }
      )
    }
    return figures
  }
}
