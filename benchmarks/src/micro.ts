import { type Benchmark, type Figure, scaled } from "./harness/Benchmark.ts"
import { type ChildProcess, runChild, startChild } from "./harness/ChildProcess.ts"
import { sendAll, type WireRequest, wireRequest } from "./harness/HttpLoad.ts"
import type { PlatformServerTask } from "./harness/platformServer.ts"
import { interleaved } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"
import type { MicroResult, MicroTask } from "./micro/process.ts"

const connections = 8
const rounds = 5

/** Costs that are parts of the other benchmarks. */
export const benchmark: Benchmark = {
  name: "micro",
  about:
    "Server CPU per request outside of handlers, on SQLite: a route without authentication (`/health/live`), and an authenticated, validated and rate-limited one with an empty list (`/v1/tags`), beside a Fastify route that returns a constant. Then commands per second of the simulated registry on a SQLite file (`synchronous: \"normal\"`), one after the other.",
  run: async (setting) => {
    const count = scaled(setting, 5000, 500)
    const storage = setting.databases.sqlite("normal")
    const { apiKey } = await runChild<Seeded>("harness/seed.ts", { storage, domains: 1 } satisfies SeedTask)
    const platform = await startChild<number>("harness/platformServer.ts", { storage } satisfies PlatformServerTask)
    const fastify = await startChild<number>("start/fastifyHello.ts", {})
    const cpuOf = (server: ChildProcess<number>, request: WireRequest) => async () => {
      const before = await server.usage()
      await sendAll(server.ready, connections, count, () => request)
      const after = await server.usage()
      return { cpu: (after.cpuMicros - before.cpuMicros) / count }
    }
    const hello = cpuOf(fastify, wireRequest("GET", "/", { headers: {} }))
    const figures: Array<Figure> = []
    for (
      const { path, what } of [
        { path: "/health/live", what: "Unauthenticated route: server CPU per request" },
        { path: "/v1/tags", what: "Authenticated empty list: server CPU per request" }
      ]
    ) {
      setting.progress(path)
      const request = wireRequest("GET", path, { headers: { "x-api-key": apiKey } })
      const { peer, ...cpu } = (await interleaved(rounds, cpuOf(platform, request), hello))("cpu")
      figures.push({ what, unit: "µs", ...cpu, peer: { name: "Fastify, one route", value: peer } })
    }
    await platform.stop()
    await fastify.stop()

    setting.progress("simulated registry")
    const { check, create, info } = await runChild<MicroResult>(
      "micro/process.ts",
      { storage: setting.databases.sqlite("normal"), count: scaled(setting, 3000, 200) } satisfies MicroTask
    )
    return [
      ...figures,
      { what: "Simulated registry: domains created", unit: "/s", ours: create },
      { what: "Simulated registry: domains queried", unit: "/s", ours: info },
      { what: "Simulated registry: names checked", unit: "/s", ours: check }
    ]
  }
}
