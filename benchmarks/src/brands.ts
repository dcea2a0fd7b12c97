import { brandHosts, ownHost } from "./brands/brandSettings.ts"
import type { Filled, FillTask } from "./brands/fill.ts"
import type { LookupResult, LookupTask } from "./brands/lookups.ts"
import type { OnboardingResult, OnboardingTask } from "./brands/onboarding.ts"
import type { BrandServerTask } from "./brands/server.ts"
import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { type ChildProcess, runChild, startChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"
import { sendAll, type WireRequest, wireRequest } from "./harness/HttpLoad.ts"
import { type Comparison, inTurn } from "./harness/rounds.ts"

const rounds = 9
const connections = 4

const compared = (what: string, unit: string, peer: string, comparison: Comparison, must?: number): Figure => ({
  what,
  unit,
  ours: comparison.ours,
  peer: { name: peer, value: comparison.peer },
  ratio: comparison.ratio,
  bound: must === undefined ? undefined : { of: "ratio", side: "at most", must }
})

/** CPU of the server in microseconds per request. */
const cpuOf = (server: ChildProcess<number>, count: number, request: WireRequest) => async (): Promise<number> => {
  const before = await server.usage()
  await sendAll(server.ready, connections, count, () => request)
  return ((await server.usage()).cpuMicros - before.cpuMicros) / count
}

/** A request at the hosts of a brand beside the same at the host of the platform, and the latter beside itself. */
const requests = async (
  setting: Setting,
  storage: Storage,
  { apiKey }: Filled
): Promise<ReadonlyArray<Figure>> => {
  const server = await startChild<number>("brands/server.ts", { storage } satisfies BrandServerTask)
  const { app, auth } = brandHosts(0)
  const list = (host: string) => wireRequest("GET", "/v1/tags", { headers: { host, "x-api-key": apiKey } })
  const page = (host: string) => wireRequest("GET", "/realms/sandbox/login", { headers: { host } })
  // Longer than the seconds in which a process collects requests for the history before it stores them.
  const count = scaled(setting, 8000, 50)
  const cpu = (request: WireRequest) => cpuOf(server, count, request)
  try {
    for (const request of [list(ownHost), list(app), page(ownHost), page(auth)]) {
      await sendAll(server.ready, connections, scaled(setting, 4000, 100), () => request)
    }
    // Each kind in rounds of its own: the code of the other one would be cold.
    const lists = await inTurn(rounds, { own: cpu(list(ownHost)), app: cpu(list(app)), again: cpu(list(ownHost)) })
    const pages = await inTurn(rounds, { own: cpu(page(ownHost)), auth: cpu(page(auth)), again: cpu(page(ownHost)) })
    return [
      compared("Request of a dashboard: server CPU", "µs", "own host", lists("app", "own"), 1.03),
      compared("The same at the own host twice, as a measure of noise", "µs", "own host", lists("again", "own")),
      compared("Sign-in page: server CPU", "µs", "own host", pages("auth", "own"), 1.03),
      compared("The same at the own host twice, as a measure of noise", "µs", "own host", pages("again", "own"))
    ]
  } finally {
    await server.stop()
  }
}

/** Start of a server with brands beside one without any. */
const starts = async (without: Storage, filled: Storage): Promise<Figure> => {
  const start = (storage: Storage) => async () => {
    const server = await startChild<number>("brands/server.ts", { storage } satisfies BrandServerTask)
    await server.stop()
    return server.startMillis
  }
  const of = await inTurn(5, { without: start(without), filled: start(filled) })
  return compared("Start of a server with 10,000 brands", "ms", "without brands", of("filled", "without"), 1.1)
}

const onboarding = async (setting: Setting, storage: Storage, database: string): Promise<ReadonlyArray<Figure>> => {
  setting.progress(`onboarding, ${database}`)
  const brands = scaled(setting, 500, 10)
  const { cpuMillis, during, idle, seconds } = await runChild<OnboardingResult>(
    "brands/onboarding.ts",
    { storage, brands } satisfies OnboardingTask
  )
  return [
    {
      what: `Onboarding of ${brands} brands, ${database}`,
      unit: "s",
      ours: seconds,
      bound: { of: "ours", side: "at most", must: 60 }
    },
    { what: `CPU of the process per brand, ${database}`, unit: "ms", ours: cpuMillis },
    {
      what: `Job of another organization meanwhile: submission to start, median, ${database}`,
      unit: "ms",
      ours: during.median,
      peer: { name: "before", value: idle.median }
    },
    {
      what: `The same, 95th percentile, ${database}`,
      unit: "ms",
      ours: during.p95,
      peer: { name: "before", value: idle.p95 },
      bound: { of: "ours", side: "at most", must: 250 }
    }
  ]
}

/** Brands: what they cost requests, memory and the start, and how fast many are set up. */
export const benchmark: Benchmark = {
  name: "brands",
  about:
    "A server process on SQLite with 10,000 brands: an authenticated list (`/v1/tags`) at the dashboard of a brand, and the page to sign in at its sign-in host, beside the same requests at the host of the platform, in turn on one process; those at the host of the platform are measured twice to show the noise. Then look-ups of hosts in a process, of hosts that it has cached and of others, the heap per brand whose two hosts are cached, and the start of a process with 10,000 brands and without any. Then 500 organizations order a brand in the sandbox, which is set up by jobs with records and a certificate each, while another organization submits a job that does nothing every 100 ms.",
  run: async (setting) => {
    const brands = scaled(setting, 10_000, 1000)
    const [without, filled] = [setting.databases.sqlite(), setting.databases.sqlite()]
    setting.progress(`${brands} brands`)
    await runChild<Filled>("brands/fill.ts", { storage: without, brands: 0 } satisfies FillTask)
    const seeded = await runChild<Filled>("brands/fill.ts", { storage: filled, brands } satisfies FillTask)
    setting.progress("requests")
    const costs = await requests(setting, filled, seeded)
    setting.progress("look-ups")
    const lookups = await runChild<LookupResult>(
      "brands/lookups.ts",
      { storage: filled, brands } satisfies LookupTask,
      { flags: ["--expose-gc"] }
    )
    setting.progress("starts")
    return [
      ...costs,
      {
        what: "Look-up of a cached host",
        unit: "µs",
        ours: lookups.cached,
        bound: { of: "ours", side: "at most", must: 5 }
      },
      { what: "Look-up of another host, SQLite", unit: "µs", ours: lookups.missed },
      {
        what: "Heap per brand whose hosts are cached",
        unit: "bytes",
        ours: lookups.bytes,
        bound: { of: "ours", side: "at most", must: 1024 }
      },
      await starts(without, filled),
      ...await onboarding(setting, setting.databases.sqlite(), "SQLite"),
      ...await onboarding(setting, await setting.databases.postgres(), "PostgreSQL")
    ]
  }
}
