import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileServer } from "../../test/nameservers/FileServers.ts"
import { programPath } from "../../test/requires.ts"
import { exampleZones, fileLines, queryLines } from "./dns-queries/exampleZones.ts"
import type { ServerTask } from "./dns-queries/server.ts"
import { type Benchmark, type Figure, scaled, type Setting } from "./harness/Benchmark.ts"
import { startChild } from "./harness/ChildProcess.ts"
import { interleaved, quantile } from "./harness/rounds.ts"

const rounds = 5

/** Queries per second while response times are measured; both servers answer that many without a queue. */
const calmRate = 5000

/** Options of dnsperf: one thread, which leaves the other processors to the servers, and EDNS. */
const fixed = ["-s", "127.0.0.1", "-c", "4", "-T", "1", "-e"]

const dnsperf = (file: string, port: number, args: ReadonlyArray<string>): string => {
  const { error, status, stderr, stdout } = spawnSync("dnsperf", [...fixed, "-p", String(port), "-d", file, ...args], {
    encoding: "utf8",
    env: { PATH: programPath },
    maxBuffer: 1 << 28
  })
  if (error !== undefined || status !== 0) throw error ?? new Error(stderr)
  return stdout
}

/** Queries per second at full rate, with 200 outstanding queries. */
const flood = (file: string, port: number, seconds: number): number =>
  Number(/Queries per second: +([0-9.]+)/.exec(dnsperf(file, port, ["-l", String(seconds), "-q", "200"]))?.[1])

/** Response times in milliseconds, sorted. */
const calm = (file: string, port: number, seconds: number): ReadonlyArray<number> =>
  dnsperf(file, port, ["-v", "-l", String(seconds), "-Q", String(calmRate)]).split("\n").flatMap((line) => {
    const took = /^> \S+ \S+ \S+ ([0-9.]+)$/.exec(line)?.[1]
    return took === undefined ? [] : [Number(took) * 1000]
  })

const measure = (file: string, port: number, seconds: number) => async () => {
  const perSecond = flood(file, port, seconds)
  const times = calm(file, port, seconds)
  return { perSecond, median: quantile(times, 0.5), late: quantile(times, 0.99) }
}

const compared = async (
  setting: Setting,
  file: string,
  zones: number,
  knotPort: number
): Promise<ReadonlyArray<Figure>> => {
  const seconds = scaled(setting, 4, 1)
  const ours = await startChild<number>("dns-queries/server.ts", { zones } satisfies ServerTask)
  const before = await ours.usage()
  let answered = 0
  const measureOurs = measure(file, ours.ready, seconds)
  const of = await interleaved(rounds, async () => {
    const figures = await measureOurs()
    answered += (figures.perSecond + calmRate) * seconds
    return figures
  }, measure(file, knotPort, seconds))
  const after = await ours.usage()
  await ours.stop()
  const figure = (
    what: string,
    unit: string,
    name: "perSecond" | "median" | "late",
    bound?: Figure["bound"]
  ): Figure => {
    const { peer, ...own } = of(name)
    return { what, unit, ...own, peer: { name: "Knot", value: peer }, bound }
  }
  return [
    figure("Queries answered per second", "/s", "perSecond", { of: "ratio", side: "at least", must: 0.35 }),
    figure(`Response time at ${calmRate} queries per second, median`, "ms", "median"),
    figure("The same, 99th percentile", "ms", "late"),
    { what: "Server CPU per query", unit: "µs", ours: (after.cpuMicros - before.cpuMicros) / answered },
    { what: "Memory of the process with these zones", unit: "MiB", ours: after.rss / 1024 / 1024 }
  ]
}

/** Throughput and response time of the embedded nameserver. */
export const benchmark: Benchmark = {
  name: "dns-queries",
  requires: ["dnsperf", "knotd"],
  about:
    "1,000 zones of 12 RRsets behind the embedded nameserver in a process of its own, and the same zones as files in Knot with two threads. `dnsperf` queries both over UDP in turn from one thread: 50,000 different queries repeatedly, most for existing names, one in sixteen for a missing name, some for wildcards, aliases and delegations. First at full rate with 200 outstanding queries; then at 5,000 queries per second, to measure the response time. Generator and servers share the machine.",
  run: async (setting) => {
    const count = scaled(setting, 1000, 50)
    const folder = mkdtempSync(join(tmpdir(), "namewright-queries-"))
    const file = join(folder, "questions")
    writeFileSync(file, `${queryLines(count, scaled(setting, 50_000, 1000)).join("\n")}\n`)
    try {
      return await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const zones = yield* exampleZones(count)
        const files = zones.map((zone) => ({ name: zone.name.slice(0, -1), lines: fileLines(zone) }))
        const { port } = yield* fileServer("Knot", files)
        return yield* Effect.promise(() => compared(setting, file, count, port))
      })))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
}
