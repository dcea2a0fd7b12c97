import type { Benchmark, Bound, Figure } from "./Benchmark.ts"
import type { Machine } from "./machine.ts"

/** Figures of a benchmark. */
export interface Report {
  readonly benchmark: Pick<Benchmark, "name" | "about">
  readonly figures: ReadonlyArray<Figure>
}

const amount = (value: number, unit: string): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  const text = value.toLocaleString("en", { maximumFractionDigits: digits })
  return unit === "" || unit.startsWith("/") ? `${text}${unit}` : `${text} ${unit}`
}

const ratioOf = ({ ours, peer, ratio }: Figure): number | undefined =>
  ratio ?? (peer === undefined ? undefined : ours / peer.value)

const limit = (figure: Figure, { of, side }: Bound, value: number | undefined): string =>
  value === undefined
    ? ""
    : `${side} ${of === "ratio" ? `${value}x` : amount(value, figure.unit)}`

/** Bound that a figure reaches; undefined without a bound. */
export const verdict = (figure: Figure): "goal" | "must" | "missed" | undefined => {
  const { bound } = figure
  if (bound === undefined) return undefined
  const value = bound.of === "ours" ? figure.ours : ratioOf(figure) ?? Number.NaN
  const reaches = (wanted: number) => bound.side === "at most" ? value <= wanted : value >= wanted
  if (bound.goal !== undefined && reaches(bound.goal)) return "goal"
  return reaches(bound.must) ? "must" : "missed"
}

const header = ["what", "ours", "peer", "ratio", "must", "goal", "reached"]

const verdicts = { goal: "goal", must: "must", missed: "**missed**" } as const

const cells = (figure: Figure): ReadonlyArray<string> => {
  const { bound, ours, peer, unit, what } = figure
  const ratio = ratioOf(figure)
  const reached = verdict(figure)
  return [
    what,
    amount(ours, unit),
    peer === undefined ? "" : `${amount(peer.value, unit)} (${peer.name})`,
    ratio === undefined ? "" : `${ratio.toFixed(2)}x`,
    bound === undefined ? "" : limit(figure, bound, bound.must),
    bound === undefined ? "" : limit(figure, bound, bound.goal),
    reached === undefined ? "" : verdicts[reached]
  ]
}

/** Figures as a Markdown table with aligned columns, for pages and terminals. */
export const tableOf = (figures: ReadonlyArray<Figure>): string => {
  const rows = [header, ...figures.map(cells)]
  const widths = header.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`
  const [head = "", ...body] = rows.map(line)
  return [head, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body].join("\n")
}

/** Section of the documentation about one benchmark. */
const sectionOf = ({ benchmark, figures }: Report, machine: Machine, date: string): string => {
  const { cores, load, memoryGibibytes, node, postgres, processor } = machine
  const database = postgres === undefined ? "" : `, PostgreSQL ${postgres} with fsync`
  return [
    `### ${benchmark.name}`,
    benchmark.about,
    tableOf(figures),
    `${date}, ${cores} cores (${processor}), ${memoryGibibytes} GiB of memory, Node ${node}${database}. Client, servers and databases share the machine; load average of the last quarter of an hour: ${
      load.toFixed(1)
    }.`
  ].join("\n\n")
}

/** Replaces the section of one benchmark on the page, or appends it. */
export const withMeasured = (page: string, report: Report, machine: Machine, date: string): string => {
  const { name } = report.benchmark
  const begin = `<!-- measured: ${name}; written by npm run bench -->`
  const end = `<!-- end: ${name} -->`
  const text = `${begin}\n\n${sectionOf(report, machine, date)}\n\n${end}`
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  return from === -1 || to === -1
    ? `${page.trimEnd()}\n\n${text}\n`
    : page.slice(0, from) + text + page.slice(to + end.length)
}
