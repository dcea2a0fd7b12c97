import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Benchmark, type Figure, scaled } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import { median } from "./harness/rounds.ts"
import { serverFlags } from "./harness/serverFlags.ts"
import type { ReportResult, ReportTask } from "./report/measured.ts"
import type { PortfolioTask } from "./report/portfolio.ts"

const usual = 1_000_000
/** The share of a portfolio that its largest organization holds. */
const largest = 0.7
const rounds = 3
const megabyte = 1_000_000

const prepared = { flags: serverFlags }

/** Report of a large portfolio. */
export const benchmark: Benchmark = {
  name: "report",
  about: `The report \`domain_inventory\` of an organization with ${
    usual.toLocaleString("en")
  } domains, from PostgreSQL to a ZIP in a folder, as its job generates it. The peer reads the same statement with a cursor of \`pg\`, joins the rows by hand and compresses them with \`yazl\` at the same level. Each runs ${rounds} times in a separate process with the flags of \`npm start\`, in turn; the figures are medians. Memory is the peak of the process, loaded modules included.`,
  run: async (setting) => {
    const rows = scaled(setting, usual, 20_000)
    const storage = await setting.databases.postgres()
    setting.progress(`filling, ${rows} domains`)
    const portfolio: PortfolioTask = { storage, domains: Math.ceil(rows / largest) }
    await runChild("report/portfolio.ts", portfolio)
    const folder = await mkdtemp(join(tmpdir(), "namewright-bench-report-"))
    const task: ReportTask = { storage, folder }
    const ours: Array<ReportResult> = []
    const peer: Array<ReportResult> = []
    try {
      for (let round = 1; round <= rounds; round++) {
        setting.progress(`round ${round}`)
        ours.push(await runChild<ReportResult>("report/ours.ts", task, prepared))
        peer.push(await runChild<ReportResult>("report/peer.ts", task, prepared))
      }
    } finally {
      await rm(folder, { recursive: true })
    }
    const figure = (
      what: string,
      unit: string,
      pick: (result: ReportResult) => number,
      bound?: Figure["bound"]
    ): Figure => ({
      what,
      unit,
      ours: median(ours.map(pick)),
      peer: { name: "pg and yazl", value: median(peer.map(pick)) },
      bound
    })
    return [
      figure("CSV in a ZIP", "rows/s", ({ rowsPerSecond }) => rowsPerSecond, {
        of: "ours",
        side: "at least",
        must: 120_000,
        goal: 200_000
      }),
      figure("CPU of the process per row, without the database", "µs", ({ cpuMicros }) => cpuMicros),
      figure("Peak memory of the process", "MB", ({ peakBytes }) => peakBytes / megabyte, {
        of: "ours",
        side: "at most",
        must: 250,
        goal: 160
      }),
      figure("Size of the ZIP", "MB", ({ fileBytes }) => fileBytes / megabyte)
    ]
  }
}
