import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"
import { median } from "./harness/rounds.ts"
import type { RegistrationsResult, RegistrationsTask } from "./registrations/process.ts"

const rounds = 2

interface Case {
  readonly what: string
  readonly must: number | undefined
  readonly concurrency: number
  readonly storage: (setting: Setting) => Promise<Storage>
}

const cases: ReadonlyArray<Case> = [
  {
    what: "SQLite, every commit on the disk",
    must: 300,
    concurrency: 8,
    storage: async ({ databases }) => databases.sqlite("full")
  },
  {
    what: "SQLite, `synchronous: \"normal\"`",
    must: 300,
    concurrency: 8,
    storage: async ({ databases }) => databases.sqlite("normal")
  },
  { what: "PostgreSQL, 8 at a time", must: 150, concurrency: 8, storage: ({ databases }) => databases.postgres() },
  { what: "PostgreSQL, 16 at a time", must: 150, concurrency: 16, storage: ({ databases }) => databases.postgres() }
]

const measure = async (setting: Setting, { concurrency, storage }: Case) => {
  const results: Array<RegistrationsResult> = []
  for (let round = 0; round < rounds; round++) {
    const task: RegistrationsTask = {
      storage: await storage(setting),
      concurrency,
      count: scaled(setting, 1000, 200),
      warmUp: scaled(setting, 500, 50)
    }
    results.push(await runChild<RegistrationsResult>("registrations/process.ts", task))
  }
  const of = (pick: (result: RegistrationsResult) => number) => median(results.map(pick))
  return {
    perSecond: of(({ perSecond }) => perSecond),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    statements: of(({ statements }) => statements)
  }
}

/** Throughput of registrations. */
export const benchmark: Benchmark = {
  name: "registrations",
  about:
    "`Registrations.register` for one organization: policy, price, reservation, intent, the simulated registry with its contacts and hosts, capture, event. The registry is stored in the same database, and its statements are counted as well; a real registry has none here. The process and the database share two cores.",
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (const item of cases) {
      setting.progress(item.what)
      const { cpuMicros, perSecond, statements } = await measure(setting, item)
      figures.push(
        {
          what: `Registrations, ${item.what}`,
          unit: "/s",
          ours: perSecond,
          bound: item.must === undefined ? undefined : { of: "ours", side: "at least", must: item.must }
        },
        { what: `CPU of the process per registration, ${item.what}`, unit: "µs", ours: cpuMicros },
        { what: `Statements per registration, ${item.what}`, unit: "", ours: statements }
      )
    }
    return figures
  }
}
