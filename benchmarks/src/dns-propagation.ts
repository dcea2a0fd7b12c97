import type { DnsPropagationResult, DnsPropagationTask } from "./dns-propagation/process.ts"
import { type Benchmark, type Bound, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"

const usual = { zones: 1000, changes: 50 }

interface Kind {
  readonly database: string
  readonly storage: (setting: Setting) => Promise<Storage>
  /** Zones that are created concurrently. */
  readonly atATime: number
}

const kinds: ReadonlyArray<Kind> = [
  { database: "PostgreSQL", storage: ({ databases }) => databases.postgres(), atATime: 8 },
  // SQLite has one writer.
  { database: "SQLite", storage: async ({ databases }) => databases.sqlite("full"), atATime: 1 }
]

const inTime = (must: number): Bound => ({ of: "ours", side: "at most", must })

const figuresOf = (
  { atATime, database }: Kind,
  zones: number,
  result: DnsPropagationResult
): ReadonlyArray<Figure> => {
  const made = `${database}: ${zones} new zones${atATime === 1 ? "" : `, ${atATime} at a time`}`
  const changed = `${database}: one RRset changed`
  return [
    { what: `${made}, until the last one was stored`, unit: "s", ours: result.storedSeconds },
    { what: `${made}, until Knot answers all of them`, unit: "s", ours: result.allSeconds, bound: inTime(5) },
    { what: `${changed}, until it was stored, median`, unit: "ms", ours: result.changeStoredMillis },
    {
      what: `${changed}, until Knot answers with it, median`,
      unit: "ms",
      ours: result.changeMillis,
      bound: inTime(100)
    }
  ]
}

/** Time from the call that creates or changes a zone to a nameserver's answer. */
export const benchmark: Benchmark = {
  name: "dns-propagation",
  requires: ["knotd"],
  about:
    `\`Zones.create\` creates zones of ten RRsets: 8 at a time on PostgreSQL, as concurrent requests or jobs do, and one at a time on SQLite. The same process publishes them through the hidden primary to Knot DNS, which reads them from the catalog zone. Each zone is queried over UDP until Knot answers with its content. Then \`Zones.patchRrsets\` changes one RRset in one zone after another, which is queried every millisecond. Both databases commit to disk.`,
  run: async (setting) => {
    const zones = scaled(setting, usual.zones, 20)
    const figures: Array<Figure> = []
    for (const kind of kinds) {
      setting.progress(`${kind.database}, ${zones} zones`)
      const task: DnsPropagationTask = {
        storage: await kind.storage(setting),
        zones,
        atATime: kind.atATime,
        changes: scaled(setting, usual.changes, 5)
      }
      const result = await runChild<DnsPropagationResult>("dns-propagation/process.ts", task)
      figures.push(...figuresOf(kind, zones, result))
    }
    return figures
  }
}
