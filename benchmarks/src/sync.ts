import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"
import type { SyncResult, SyncTask } from "./sync/process.ts"

const defaultDomains = 100_000

const stored: ReadonlyArray<readonly [name: string, open: (setting: Setting) => Promise<Storage>]> = [
  ["PostgreSQL", ({ databases }) => databases.postgres()],
  ["SQLite", async ({ databases }) => databases.sqlite("normal")]
]

/** Time of the synchronisation of a large account at an external registrar. */
export const benchmark: Benchmark = {
  name: "sync",
  about: `The synchronisation of an account with ${
    defaultDomains.toLocaleString("en")
  } domains at a simulated registrar, which answers at once, as the job does it: the first one stores all of them, the second finds no difference, and the third finds that every hundredth domain was renewed. Writes are statements that change tables of domains.`,
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (const [database, open] of stored) {
      const task: SyncTask = { storage: await open(setting), domains: scaled(setting, defaultDomains, 2_000) }
      const { changed, first, second } = await runChild<SyncResult>("sync/process.ts", task)
      const must = (seconds: number) => ({ of: "ours", side: "at most", must: seconds }) as const
      figures.push(
        { what: `${database}, first synchronisation`, unit: "s", ours: first.seconds, bound: must(60) },
        { what: `${database}, second, without differences`, unit: "s", ours: second.seconds, bound: must(10) },
        { what: `${database}, second, writes`, unit: "statements", ours: second.writes, bound: must(0) },
        { what: `${database}, third, 1 % changed`, unit: "s", ours: changed.seconds }
      )
    }
    return figures
  }
}
