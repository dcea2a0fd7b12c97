import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import { interleaved, type Measured, median } from "./harness/rounds.ts"
import type { BacklogResult, BacklogTask } from "./jobs/backlogProcess.ts"
import type { PeerResult, PeerTask } from "./jobs/graphileProcess.ts"
import type { OurResult, OurTask } from "./jobs/ourProcess.ts"

const rounds = 3

type Compared = Measured<"enqueue" | "drain" | "idleP50" | "idleP99">

const onPostgres = async (setting: Setting, more: Pick<OurTask, "singles" | "control">): Promise<OurResult> => {
  const task: OurTask = { storage: await setting.databases.postgres(), count: scaled(setting, 50_000, 2000), ...more }
  return runChild<OurResult>("jobs/ourProcess.ts", task)
}

const ofPeer = async (setting: Setting, file: string, singles: number): Promise<Compared> => {
  const { url } = await setting.databases.postgres()
  const task: PeerTask = { url, count: scaled(setting, 50_000, 2000), singles }
  const { drain, enqueue, idleP50, idleP99 } = await runChild<PeerResult>(file, task)
  return { drain, enqueue, idleP50, idleP99 }
}

/** Throughput and latency against graphile-worker, in the same rounds. */
const againstGraphile = async (setting: Setting): Promise<ReadonlyArray<Figure>> => {
  const singles = scaled(setting, 300, 50)
  const of = await interleaved<"enqueue" | "drain" | "idleP50" | "idleP99">(
    rounds,
    async () => {
      const { drain, enqueue, idleP50, idleP99 } = await onPostgres(setting, { singles, control: false })
      return { drain, enqueue, idleP50, idleP99 }
    },
    () => ofPeer(setting, "jobs/graphileProcess.ts", singles)
  )
  const peer = (value: number) => ({ name: "graphile-worker", value })
  const [drain, enqueue, p50, p99] = [of("drain"), of("enqueue"), of("idleP50"), of("idleP99")]
  return [
    {
      what: "Drain of 50,000 no-op jobs, PostgreSQL",
      unit: "/s",
      ours: drain.ours,
      peer: peer(drain.peer),
      ratio: drain.ratio,
      bound: { of: "ratio", side: "at least", must: 0.5, goal: 1 }
    },
    {
      what: "Submission of 50,000 jobs, PostgreSQL",
      unit: "/s",
      ours: enqueue.ours,
      peer: peer(enqueue.peer),
      ratio: enqueue.ratio,
      bound: { of: "ratio", side: "at least", must: 0.7, goal: 1 }
    },
    {
      what: "Submission to start, worker idle, median",
      unit: "ms",
      ours: p50.ours,
      peer: peer(p50.peer),
      bound: { of: "ours", side: "at most", must: 10, goal: 4 }
    },
    {
      what: "Submission to start, worker idle, p99",
      unit: "ms",
      ours: p99.ours,
      peer: peer(p99.peer),
      bound: { of: "ours", side: "at most", must: 50, goal: 10 }
    }
  ]
}

const againstPgBoss = async (setting: Setting): Promise<ReadonlyArray<Figure>> => {
  const of = await interleaved<"enqueue" | "drain">(
    rounds,
    async () => {
      const { drain, enqueue } = await onPostgres(setting, { singles: 0, control: false })
      return { drain, enqueue }
    },
    () => ofPeer(setting, "jobs/pgBossProcess.ts", 0)
  )
  return (["drain", "enqueue"] as const).map((name) => {
    const { ours, peer, ratio } = of(name)
    const what = name === "drain" ? "Drain, beside pg-boss" : "Submission, beside pg-boss"
    return { what, unit: "/s", ours, peer: { name: "pg-boss", value: peer }, ratio }
  })
}

const ofControl = async (setting: Setting): Promise<ReadonlyArray<Figure>> => {
  const results: Array<OurResult> = []
  for (let round = 0; round < rounds; round++) results.push(await onPostgres(setting, { singles: 0, control: true }))
  const figure = (what: string, pick: (result: OurResult) => number, must: number, goal: number): Figure => ({
    what,
    unit: "ms",
    ours: median(results.map(pick)),
    bound: { of: "ours", side: "at most", must, goal }
  })
  return [
    figure("Pause of 50,000 jobs", ({ pause }) => pause, 1000, 500),
    figure("Resume of 50,000 jobs", ({ resume }) => resume, 1000, 500),
    figure("Cancel of 50,000 jobs", ({ cancel }) => cancel, 1000, 500),
    figure("Progress of a batch of 50,000", ({ progress }) => progress, 20, 2)
  ]
}

const ofBacklog = async (setting: Setting): Promise<ReadonlyArray<Figure>> => {
  const groups = scaled(setting, 20, 5)
  const of = (waiting: number) => async () => {
    const task: BacklogTask = { storage: await setting.databases.postgres(), waiting, groups }
    return { group: (await runChild<BacklogResult>("jobs/backlogProcess.ts", task)).group }
  }
  const { ours, peer, ratio } = (await interleaved<"group">(
    2,
    of(scaled(setting, 1_000_000, 20_000)),
    of(0)
  ))("group")
  return [{
    what: "Release, claim and completion of 500 jobs, 1,000,000 jobs of others waiting",
    unit: "ms",
    ours,
    peer: { name: "none waiting", value: peer },
    ratio,
    bound: { of: "ratio", side: "at most", must: 1.3 }
  }]
}

const onSqlite = async (setting: Setting): Promise<ReadonlyArray<Figure>> => {
  const results: Array<OurResult> = []
  for (let round = 0; round < rounds; round++) {
    const task: OurTask = {
      storage: setting.databases.sqlite("full"),
      count: scaled(setting, 50_000, 2000),
      singles: 0,
      control: false
    }
    results.push(await runChild<OurResult>("jobs/ourProcess.ts", task))
  }
  return [
    {
      what: "Drain of 50,000 no-op jobs, SQLite",
      unit: "/s",
      ours: median(results.map(({ drain }) => drain)),
      bound: { of: "ours", side: "at least", must: 10_000 }
    },
    { what: "Submission of 50,000 jobs, SQLite", unit: "/s", ours: median(results.map(({ enqueue }) => enqueue)) }
  ]
}

/** Job engine with ordering keys, fair shares, leases, counters and records. */
export const benchmark: Benchmark = {
  name: "jobs",
  about:
    "`Jobs.submit` of one batch in bulk commands of 1,000 instances, and one worker that runs its jobs; the jobs do nothing, each has its own ordering key and is kept with its result. The peers get the same payloads in calls of 5,000: graphile-worker with 24 concurrent jobs, a local queue of 500 and grouped completions; pg-boss in groups of 1,000 over four fetchers. They delete completed jobs. Each round has a new database and a new process.",
  run: async (setting) => {
    const figures: Array<Figure> = []
    for (
      const [what, measure] of [
        ["beside graphile-worker", againstGraphile],
        ["beside pg-boss", againstPgBoss],
        ["control", ofControl],
        ["a backlog of others", ofBacklog],
        ["SQLite", onSqlite]
      ] as const
    ) {
      setting.progress(what)
      figures.push(...await measure(setting))
    }
    return figures
  }
}
