import { isDeepStrictEqual } from "node:util"
import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { type ChildProcess, runChild, startChild } from "./harness/ChildProcess.ts"
import { ask, sendAll, wireRequest } from "./harness/HttpLoad.ts"
import type { PlatformServerTask } from "./harness/platformServer.ts"
import { interleaved } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"
import type { FastifyServerTask } from "./list-http/fastifyServer.ts"

const usual = 10_000
const connections = 8
const rounds = 5

/** Figures of one pair of servers, over domains with or without statistics. */
const measure = async (setting: Setting, analyzed: boolean): Promise<ReadonlyArray<Figure>> => {
  const storage = await setting.databases.postgres()
  const domains = scaled(setting, usual, 100)
  const label = analyzed ? "with statistics" : "without statistics"
  setting.progress(`${domains} domains ${label}`)
  const { apiKey } = await runChild<Seeded>("harness/seed.ts", { storage, domains, analyzed } satisfies SeedTask)
  const platform = await startChild<number>("harness/platformServer.ts", { storage } satisfies PlatformServerTask)
  const fastify = await startChild<number>(
    "list-http/fastifyServer.ts",
    { url: storage.url } satisfies FastifyServerTask
  )
  const request = wireRequest("GET", "/v1/domains?page_size=50", { headers: { "x-api-key": apiKey } })
  const [ours, theirs] = [await ask(platform.ready, request), await ask(fastify.ready, request)]
  if (ours.status !== 200 || !isDeepStrictEqual(JSON.parse(ours.body), JSON.parse(theirs.body))) {
    throw new Error(`The answers differ: ${ours.status} ${ours.body.slice(0, 1500)} ${theirs.body.slice(0, 1500)}`)
  }

  setting.progress("requests")
  const count = scaled(setting, 1500, 200)
  const load = (server: ChildProcess<number>) => async () => {
    const before = await server.usage()
    const seconds = await sendAll(server.ready, connections, count, () => request)
    const after = await server.usage()
    return { cpu: (after.cpuMicros - before.cpuMicros) / count, rate: count / seconds }
  }
  const compared = await interleaved(rounds, load(platform), load(fastify))
  await platform.stop()
  await fastify.stop()

  const { peer: peerCpu, ...cpu } = compared("cpu")
  const { peer: peerRate, ...rate } = compared("rate")
  const name = "Fastify + pg"
  return [
    {
      what: `List of 50 with total, ${label}: server CPU per request`,
      unit: "µs",
      ...cpu,
      peer: { name, value: peerCpu },
      bound: { of: "ratio", side: "at most", must: 1.5, goal: 1.3 }
    },
    {
      what: `List of 50 with total, ${label}: requests per second`,
      unit: "/s",
      ...rate,
      peer: { name, value: peerRate },
      bound: { of: "ratio", side: "at least", must: 0.6 }
    }
  ]
}

/** `GET /v1/domains?page_size=50` against the same route written by hand. */
export const benchmark: Benchmark = {
  name: "list-http",
  about: `\`GET /v1/domains?page_size=50\` with its total, ${
    usual.toLocaleString("en")
  } domains in PostgreSQL, authenticated by an API key, over ${connections} connections. The peer is a Fastify handler that sends the same statement through \`pg\` and caches keys for the same time; both responses are compared first. Measured with table statistics, and before the database has collected any. Each server is a separate process, whose CPU time is measured. Neither writes a log.`,
  run: async (setting) => [...await measure(setting, true), ...await measure(setting, false)]
}
