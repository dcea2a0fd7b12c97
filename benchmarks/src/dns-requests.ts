import { type Benchmark, type Bound, type Figure } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import { ask, type WireRequest, wireRequest } from "./harness/HttpLoad.ts"
import type { PlatformServerTask } from "./harness/platformServer.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"

const bound: Bound = { of: "ours", side: "at most", must: 100 }
const live = wireRequest("GET", "/health/live", { headers: {} })

const numbered = <T>(count: number, make: (index: number) => T): ReadonlyArray<T> =>
  Array.from({ length: count }, (_, index) => make(index))

/** The largest requests that the interface takes (2 MiB), of different kinds. */
const requests = (zone: string, apiKey: string): ReadonlyArray<readonly [what: string, request: WireRequest]> => {
  const headers = { "x-api-key": apiKey }
  const request = (method: string, path: string, expected: number, body: unknown) =>
    wireRequest(method, `/v1/dns/${zone}/${path}`, { headers, body, expected })
  const rrsets = (count: number, type: string, rdata: string) =>
    numbered(count, (index) => ({ name: `h${index}`, type, ttl: 300, records: [{ rdata }] }))
  const strings = "\"\" ".repeat(200_000)
  const lines = (count: number, line: (index: number) => string) => `$TTL 300\n${numbered(count, line).join("")}`
  return [
    [
      "Master file of 2 MB, 10,000 RRsets with TXT of 190 characters",
      request("POST", "import", 200, {
        master_file: lines(9900, (index) => `h${index} IN TXT "${"x".repeat(180)}"\n`)
      })
    ],
    [
      "Master file of 2 MB, 60,000 A records",
      request("POST", "import", 422, {
        master_file: lines(60_000, (index) => `h${index} IN A 192.0.2.${index % 250}\n`)
      })
    ],
    [
      "Master file of 2 MB, every line wrong",
      request("POST", "import", 422, {
        master_file: lines(100_000, (index) => `h${index} IN A wrong\n`)
      })
    ],
    [
      "TXT record of 200,000 strings",
      request("PUT", "rrsets", 422, {
        rrsets: [{ name: "t", type: "TXT", ttl: 300, records: [{ rdata: strings }] }]
      })
    ],
    [
      "TXT record of 60,000 strings",
      request("PUT", "rrsets", 204, {
        rrsets: [{ name: "t", type: "TXT", ttl: 300, records: [{ rdata: "\"\" ".repeat(60_000) }] }]
      })
    ],
    [
      "Three TXT records of 200,000 strings in a master file",
      request("POST", "import", 422, {
        master_file: `t 300 TXT ${strings}\n`.repeat(3)
      })
    ],
    ["20,000 RRsets with invalid data", request("PUT", "rrsets", 422, { rrsets: rrsets(20_000, "A", "wrong") })],
    [
      "9,999 RRsets with valid data",
      request("PUT", "rrsets", 204, {
        rrsets: rrsets(9999, "MX", "10 mail.example.net.")
      })
    ],
    [
      "1,000 operations on records of one RRset",
      request("PATCH", "records", 422, {
        ops: numbered(1000, (index) => ({
          op: "upsert",
          record: { name: "same", type: "TXT", rdata: `"${index} ${"x".repeat(1500)}"` }
        }))
      })
    ],
    ["An empty list in the place of 9,999 RRsets", request("PUT", "rrsets", 204, { rrsets: [] })]
  ]
}

/** Milliseconds of the slowest `/health/live` while the request is answered. */
const slowestLive = async (port: number, request: WireRequest): Promise<number> => {
  const state = { isAnswered: false }
  const answered = ask(port, request).finally(() => {
    state.isAnswered = true
  })
  let slowest = 0
  while (!state.isAnswered) {
    const started = performance.now()
    await ask(port, live)
    slowest = Math.max(slowest, performance.now() - started)
  }
  const { body, status } = await answered
  if (status !== request.expected) throw new Error(`${status} instead of ${request.expected}: ${body.slice(0, 500)}`)
  return slowest
}

/** How long large requests about one zone keep others waiting. */
export const benchmark: Benchmark = {
  name: "dns-requests",
  about:
    "The slowest `/health/live` while one of the largest requests about a zone is answered by the same process, on SQLite. The request is read, checked and written in slices, between which other requests are answered.",
  run: async (setting) => {
    const storage = setting.databases.sqlite("normal")
    const { apiKey } = await runChild<Seeded>("harness/seed.ts", { storage, domains: 1 } satisfies SeedTask)
    const platform = await startChild<number>("harness/platformServer.ts", { storage } satisfies PlatformServerTask)
    const zone = "large.example"
    const headers = { "x-api-key": apiKey }
    const made = await ask(platform.ready, wireRequest("POST", "/v1/dns", { headers, body: { name: zone } }))
    if (made.status !== 201) throw new Error(`The zone was not created: ${made.body}`)
    const figures: Array<Figure> = []
    for (const [what, request] of requests(zone, apiKey)) {
      setting.progress(what)
      figures.push({ what, unit: "ms", ours: await slowestLive(platform.ready, request), bound })
    }
    await platform.stop()
    return figures
  }
}
