import { sparing, sparingFlags } from "../../packages/http/src/cli/boundMemory.ts"
import { freePort } from "../../test/freePort.ts"
import { type Benchmark, scaled } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import { sendAll, wireRequest } from "./harness/HttpLoad.ts"
import type { PlatformServerTask } from "./harness/platformServer.ts"
import { interleaved, median } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"
import { firstAnswer } from "./start/firstAnswer.ts"
import { mixedRequests } from "./start/mixedRequests.ts"

const rounds = 5
const domains = 2000
const connections = 8
const mebibyte = 1024 * 1024
const hello = wireRequest("GET", "/", { headers: {} })

/** How soon the server answers, and how much memory it needs after a while. */
export const benchmark: Benchmark = {
  name: "start",
  about:
    "What `npm start` starts, from its sources, on a SQLite file, until it has answered for the first time; the first start also makes the schema, an organization and a key. Then 100,000 mixed requests (lists, single reads, checks, mistakes, new contacts, 1,000 registrations) to a server on a SQLite file in a process that was prepared as the command line prepares its own, and its resident memory after them. The peer is a Fastify server with one route that answers a constant.",
  run: async (setting) => {
    setting.progress("starts")
    const { filename } = setting.databases.sqlite()
    const first = async () => firstAnswer(setting.databases.sqlite().filename, await freePort())
    const firstStarts: Array<number> = []
    for (let round = 0; round < 3; round++) firstStarts.push(await first())
    const start = async () => ({ millis: await firstAnswer(filename, await freePort()) })
    const startPeer = async () => {
      const fastify = await startChild<number>("start/fastifyHello.ts", {})
      await sendAll(fastify.ready, 1, 1, () => hello)
      await fastify.stop()
      return { millis: fastify.startMillis }
    }
    const started = (await interleaved(rounds, start, startPeer))("millis")

    const count = scaled(setting, 100_000, 2000)
    setting.progress(`${count} requests`)
    const storage = setting.databases.sqlite()
    const seeded = await runChild<Seeded>("harness/seed.ts", { storage, domains } satisfies SeedTask)
    const program = () =>
      startChild<number>(
        "start/program.ts",
        { storage } satisfies PlatformServerTask,
        { flags: sparingFlags, env: sparing }
      )
    // The first start of all leaves compiled code behind, with which every later one begins.
    await (await program()).stop()
    const platform = await program()
    const before = await platform.usage()
    const seconds = await sendAll(platform.ready, connections, count, mixedRequests(seeded, domains))
    const after = await platform.usage()
    await platform.stop()
    const fastify = await startChild<number>("start/fastifyHello.ts", {})
    await sendAll(fastify.ready, connections, count, () => hello)
    const peer = await fastify.usage()
    await fastify.stop()

    const name = "Fastify, one route"
    return [
      {
        what: "Start to first answer",
        unit: "ms",
        ours: started.ours,
        peer: { name, value: started.peer },
        ratio: started.ratio,
        bound: { of: "ours", side: "at most", must: 1500, goal: 1000 }
      },
      { what: "First start of all, on no file", unit: "ms", ours: median(firstStarts) },
      {
        what: `Memory after ${count.toLocaleString("en")} mixed requests`,
        unit: "MiB",
        ours: after.rss / mebibyte,
        peer: { name, value: peer.rss / mebibyte },
        bound: { of: "ours", side: "at most", must: 220, goal: 160 }
      },
      { what: "Memory before them", unit: "MiB", ours: before.rss / mebibyte },
      { what: "Mixed requests per second", unit: "/s", ours: count / seconds },
      { what: "Server CPU per mixed request", unit: "µs", ours: (after.cpuMicros - before.cpuMicros) / count }
    ]
  }
}
