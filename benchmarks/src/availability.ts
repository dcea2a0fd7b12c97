import { request } from "node:http"
import type { AvailabilityServerTask } from "./availability/server.ts"
import { type Benchmark, scaled } from "./harness/Benchmark.ts"
import { startChild } from "./harness/ChildProcess.ts"
import { median } from "./harness/rounds.ts"

const registries = ["one", "two", "three", "four"]
const names = 1000
const namesPerCheck = 50
const delayMillis = 40
const streams = 50
/** Groups of one registry in a stream. */
const groups = names / registries.length / namesPerCheck
const mebibyte = 1024 * 1024

let requested = 0

/** Names that were not asked for before, so that no answer is kept. */
const newNames = (): ReadonlyArray<string> => {
  const number = ++requested
  return Array.from({ length: names }, (_, index) => `name-${number}-${index}.${registries[index % registries.length]}`)
}

interface Streamed {
  readonly firstMillis: number
  readonly lastMillis: number
}

/** Milliseconds from the request to the first message and to the end. */
const stream = (port: number): Promise<Streamed> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ domains: newNames() })
    const started = performance.now()
    const sent = request(
      {
        port,
        host: "127.0.0.1",
        method: "POST",
        path: "/v1/availability/stream",
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      },
      (response) => {
        let firstMillis: number | undefined
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => {
          firstMillis ??= performance.now() - started
          text += chunk
        }).on("error", reject).on("end", () => {
          const lastMillis = performance.now() - started
          const available = text.split(`"status":"available"`).length - 1
          if (available === names && text.includes("event: done")) {
            resolve({ firstMillis: firstMillis ?? lastMillis, lastMillis })
          } else reject(new Error(`${response.statusCode} with ${available} names: ${text.slice(0, 500)}`))
        })
      }
    )
    sent.on("error", reject).end(body)
  })

/** Streams of statuses at registries that take their time. */
export const benchmark: Benchmark = {
  name: "availability",
  about: `\`POST /v1/availability/stream\` with ${
    names.toLocaleString("en")
  } names over ${registries.length} registries that answer ${namesPerCheck} names in ${delayMillis} ms, asked one group at a time: ${groups} groups for each registry, at least ${
    groups * delayMillis
  } ms. Memory: ${streams} streams at once with other names each time, 16 groups at a time for each registry; the growth of the server's resident memory in the second half of the rounds, when its heap has its size.`,
  run: async (setting) => {
    const start = (groupsAtOnce: number) =>
      startChild<number>(
        "availability/server.ts",
        {
          storage: setting.databases.sqlite(),
          registries,
          namesPerCheck,
          delayMillis,
          groupsAtOnce
        } satisfies AvailabilityServerTask
      )

    setting.progress("one stream after another")
    const single = await start(1)
    const measured: Array<Streamed> = []
    const warm = scaled(setting, 20, 5)
    for (let count = 0; count < warm + scaled(setting, 30, 5); count++) {
      const one = await stream(single.ready)
      if (count >= warm) measured.push(one)
    }
    await single.stop()

    setting.progress(`${streams} streams at once`)
    const many = await start(16)
    const memory: Array<number> = []
    for (let round = 0; round < scaled(setting, 16, 4); round++) {
      await Promise.all(Array.from({ length: streams }, () => stream(many.ready)))
      memory.push((await many.usage()).rss)
    }
    await many.stop()

    return [
      {
        what: "First result",
        unit: "ms",
        ours: median(measured.map(({ firstMillis }) => firstMillis)),
        bound: { of: "ours", side: "at most", must: 80 }
      },
      {
        what: "Last result",
        unit: "ms",
        ours: median(measured.map(({ lastMillis }) => lastMillis)),
        peer: { name: "the least possible", value: groups * delayMillis },
        bound: { of: "ratio", side: "at most", must: 1.15 }
      },
      {
        what: `Memory of the process after ${streams} streams at once`,
        unit: "MiB",
        ours: (memory.at(-1) ?? 0) / mebibyte
      },
      {
        what: "Growth of its memory in the second half of the rounds",
        unit: "MiB",
        ours: Math.max(0, (memory.at(-1) ?? 0) - (memory[Math.floor(memory.length / 2) - 1] ?? 0)) / mebibyte,
        bound: { of: "ours", side: "at most", must: 32 }
      }
    ]
  }
}
