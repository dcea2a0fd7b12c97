import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"
import type { StatisticsResult, StatisticsTask } from "./statistics/process.ts"

const defaultDomains = 1_000_000
const rounds = 21

const stored: ReadonlyArray<readonly [name: string, open: (setting: Setting) => Promise<Storage>]> = [
  ["PostgreSQL", ({ databases }) => databases.postgres()],
  ["SQLite", async ({ databases }) => databases.sqlite("normal")]
]

/** Time of the statistics of a large portfolio. */
export const benchmark: Benchmark = {
  name: "statistics",
  about: `\`Statistics.read\`, used by \`GET /v1/domains/statistics\`, over 400 days in which ${
    defaultDomains.toLocaleString("en")
  } domains in 30 TLDs were registered, and some of them renewed and deleted: half of them belong to the organization, half to its 50 suborganizations. A figure is the median of ${rounds} calls after a warm-up. The last figure is \`namewright statistics recount\`, which counts the events of the last 90 days.`,
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (const [database, open] of stored) {
      const task: StatisticsTask = {
        storage: await open(setting),
        domains: scaled(setting, defaultDomains, 20_000),
        rounds
      }
      const result = await runChild<StatisticsResult>("statistics/process.ts", task)
      setting.progress(`${database}: ${result.rows} counters, filled in ${result.fillSeconds.toFixed(0)} s`)
      figures.push(
        ...result.times.map(({ millis, name }): Figure => ({
          what: `${database}, ${name}`,
          unit: "ms",
          ours: millis,
          bound: { of: "ours", side: "at most", must: 30 }
        })),
        { what: `${database}, recount`, unit: "ms", ours: result.recountMillis }
      )
    }
    return figures
  }
}
