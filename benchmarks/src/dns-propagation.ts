import type { DnsPropagationResult, DnsPropagationTask } from "./dns-propagation/process.ts"
import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"

const usual = { zones: 1000, changes: 50 }

const stored: ReadonlyArray<readonly [name: string, open: (setting: Setting) => Promise<Storage>]> = [
  ["PostgreSQL", ({ databases }) => databases.postgres()],
  ["SQLite", async ({ databases }) => databases.sqlite("full")]
]

const figuresOf = (database: string, zones: number, result: DnsPropagationResult): ReadonlyArray<Figure> => [
  { what: `${database}: ${zones} new zones, until the last one was stored`, unit: "s", ours: result.storedSeconds },
  { what: `${database}: ${zones} new zones, until Knot answers all of them`, unit: "s", ours: result.allSeconds },
  { what: `${database}: one RRset changed, until it was stored, median`, unit: "ms", ours: result.changeStoredMillis },
  { what: `${database}: one RRset changed, until Knot answers with it, median`, unit: "ms", ours: result.changeMillis }
]

/** How long zones take from the call that makes them to a nameserver's answer. */
export const benchmark: Benchmark = {
  name: "dns-propagation",
  about:
    `Zones of ten RRsets are made one after another by \`Zones.create\`, while the same process publishes them through the hidden primary to Knot DNS beside it, which learns of them from the catalog. Each zone is asked for over UDP until Knot answers with its content. Then one RRset is changed by \`Zones.patchRrsets\` in one zone after another, and asked for every millisecond. Both databases commit to the disk.`,
  run: async (setting) => {
    const zones = scaled(setting, usual.zones, 20)
    const figures: Array<Figure> = []
    for (const [database, open] of stored) {
      setting.progress(`${database}, ${zones} zones`)
      const task: DnsPropagationTask = {
        storage: await open(setting),
        zones,
        changes: scaled(setting, usual.changes, 5)
      }
      const result = await runChild<DnsPropagationResult>("dns-propagation/process.ts", task)
      figures.push(...figuresOf(database, zones, result))
    }
    return figures
  }
}
