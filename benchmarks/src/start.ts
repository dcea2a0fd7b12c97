import { freePort } from "../../test/freePort.ts"
import { type Benchmark, scaled } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import { sendAll, wireRequest } from "./harness/HttpLoad.ts"
import type { PlatformServerTask } from "./harness/platformServer.ts"
import { interleaved, median } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"
import { serverFlags } from "./harness/serverFlags.ts"
import { firstAnswer } from "./start/firstAnswer.ts"
import { mixedRequests } from "./start/mixedRequests.ts"

const rounds = 5
const domains = 2000
const connections = 8
const mebibyte = 1024 * 1024
const hello = wireRequest("GET", "/", { headers: {} })

/** Time to the first response, and memory after many requests. */
export const benchmark: Benchmark = {
  name: "start",
  about:
    "Time from `npm start`, from its sources, on a SQLite file, to the first response; the first start also creates the schema, an organization and a key. Then 100,000 mixed requests (lists, single reads, checks, mistakes, new contacts, 1,000 registrations) to a server on a SQLite file in a process with the same flags, and its resident memory after them. The peers return a constant on one route: for the start an Effect server that loads the same modules, measured in turn, and for memory a Fastify server.",
  run: async (setting) => {
    setting.progress("starts")
    const { filename } = setting.databases.sqlite()
    const first = async () => firstAnswer(setting.databases.sqlite().filename, await freePort())
    const firstStarts: Array<number> = []
    for (let round = 0; round < 3; round++) firstStarts.push(await first())
    const start = async () => ({ millis: await firstAnswer(filename, await freePort()) })
    const startPeer = async () => {
      const effect = await startChild<number>("start/effectHello.ts", {}, { flags: serverFlags })
      await sendAll(effect.ready, 1, 1, () => hello)
      await effect.stop()
      return { millis: effect.startMillis }
    }
    const started = (await interleaved(rounds, start, startPeer))("millis")

    const count = scaled(setting, 100_000, 2000)
    setting.progress(`${count} requests`)
    const storage = setting.databases.sqlite()
    const seeded = await runChild<Seeded>("harness/seed.ts", { storage, domains } satisfies SeedTask)
    const task: PlatformServerTask = { storage }
    const platform = await startChild<number>("harness/platformServer.ts", task, { flags: serverFlags })
    const before = await platform.usage()
    const seconds = await sendAll(platform.ready, connections, count, mixedRequests(seeded, domains))
    const after = await platform.usage()
    await platform.stop()
    const fastify = await startChild<number>("start/fastifyHello.ts", {})
    await sendAll(fastify.ready, connections, count, () => hello)
    const peer = await fastify.usage()
    await fastify.stop()

    return [
      {
        what: "Start to first answer",
        unit: "ms",
        ours: started.ours,
        peer: { name: "Effect, one route", value: started.peer },
        ratio: started.ratio,
        bound: { of: "ratio", side: "at most", must: 3 }
      },
      { what: "First start, without a database file", unit: "ms", ours: median(firstStarts) },
      {
        what: `Memory after ${count.toLocaleString("en")} mixed requests`,
        unit: "MiB",
        ours: after.rss / mebibyte,
        peer: { name: "Fastify, one route", value: peer.rss / mebibyte },
        bound: { of: "ours", side: "at most", must: 320 }
      },
      { what: "Memory before them", unit: "MiB", ours: before.rss / mebibyte },
      { what: "Mixed requests per second", unit: "/s", ours: count / seconds },
      { what: "Server CPU per mixed request", unit: "µs", ours: (after.cpuMicros - before.cpuMicros) / count }
    ]
  }
}
