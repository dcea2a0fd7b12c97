import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import type { Storage } from "./harness/Databases.ts"
import { ask, wireRequest } from "./harness/HttpLoad.ts"
import type { PlatformServerTask } from "./harness/platformServer.ts"
import { median } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"
import { serverFlags } from "./harness/serverFlags.ts"

const mebibyte = 1024 * 1024
const rounds = 3

const commandOf = ({ contact_id }: Seeded, name: string) => ({
  command: "domain_create",
  idempotency_key: `order-${name}`,
  payload: {
    name,
    renewal_mode: "renew",
    period: { unit: "y", value: 1 },
    contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id },
    nameservers: [{ hostname: "ns1.hoster.example" }, { hostname: "ns2.hoster.example" }]
  }
})

const measure = async (setting: Setting, storage: Storage, database: string): Promise<ReadonlyArray<Figure>> => {
  const count = scaled(setting, 50_000, 1000)
  const seeded = await runChild<Seeded>("harness/seed.ts", { storage, domains: 1 } satisfies SeedTask)
  const server = await startChild<number>(
    "harness/platformServer.ts",
    { storage } satisfies PlatformServerTask,
    { flags: serverFlags }
  )
  const submit = async (label: string, commands: number) => {
    const body = { label, commands: Array.from({ length: commands }, (_, n) => commandOf(seeded, `${label}-${n}.com`)) }
    const request = wireRequest("POST", "/v1/jobs", { headers: { "x-api-key": seeded.apiKey }, body, expected: 201 })
    const started = performance.now()
    const answer = await ask(server.ready, request)
    const millis = performance.now() - started
    const { jobs_created } = JSON.parse(answer.body) as { readonly jobs_created?: number }
    if (jobs_created !== commands) throw new Error(`${answer.status} ${answer.body.slice(0, 500)}`)
    return millis
  }
  await submit("warm-up", scaled(setting, 2000, 100))
  server.watchEventLoop()
  const millis: Array<number> = []
  for (let round = 0; round < rounds; round++) millis.push(await submit(`round-${round}`, count))
  const { eventLoopDelayMillis, peakRss } = await server.usage()
  await server.stop()
  const what = `${count.toLocaleString("en")} commands, ${database}`
  return [
    {
      what: `POST /v1/jobs of ${what}`,
      unit: "ms",
      ours: median(millis),
      bound: { of: "ours", side: "at most", must: 3000, goal: 1800 }
    },
    {
      what: `Longest event-loop delay, ${database}`,
      unit: "ms",
      ours: eventLoopDelayMillis,
      bound: { of: "ours", side: "at most", must: 100, goal: 50 }
    },
    {
      what: `Peak memory of the server, ${database}`,
      unit: "MiB",
      ours: peakRss / mebibyte,
      bound: { of: "ours", side: "at most", must: 450 }
    }
  ]
}

/** Submission of a large batch, from its first byte to the response. */
export const benchmark: Benchmark = {
  name: "batch",
  about:
    "`POST /v1/jobs` with 50,000 `domain_create` commands, each with an idempotency key, from the first byte to the response: read, decoded, checked against the catalog and the contacts, and stored as jobs. The median of three batches after a small one; event loop delay and memory are the maxima over all of them, in a process with the flags of `npm start`. No worker runs.",
  run: async (setting) => {
    const figures: Array<Figure> = []
    setting.progress("PostgreSQL")
    figures.push(...await measure(setting, await setting.databases.postgres(), "PostgreSQL"))
    setting.progress("SQLite")
    figures.push(...await measure(setting, await setting.databases.sqlite("full"), "SQLite"))
    return figures
  }
}
