import { largestRequests } from "./dns-requests/largestRequests.ts"
import { type Benchmark, type Bound, type Figure } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import { ask, type WireRequest, wireRequest } from "./harness/HttpLoad.ts"
import { median } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"
import type { AgentServerTask } from "./mcp/agentServer.ts"

const rounds = 5
const bound: Bound = { of: "ours", side: "at most", must: 100 }
const live = wireRequest("GET", "/health/live", { headers: {} })

/** Milliseconds of the slowest `/health/live` during the request. */
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

/** Delay that large requests about one zone cause for other requests. */
export const benchmark: Benchmark = {
  name: "dns-requests",
  about:
    `Slowest \`/health/live\` while the same process answers a large request, on SQLite; medians of ${rounds} rounds. Requests are bounded before they are decoded, and are read, checked and written in slices, between which other requests are answered. The first round compiles the code and loads the library of the tool endpoint.`,
  run: async (setting) => {
    const storage = setting.databases.sqlite("normal")
    const { apiKey, organization_id } = await runChild<Seeded>(
      "harness/seed.ts",
      { storage, domains: 1 } satisfies SeedTask
    )
    const platform = await startChild<number>("mcp/agentServer.ts", { storage, organization_id } as AgentServerTask)
    const zone = "large.example"
    const headers = { "x-api-key": apiKey }
    const made = await ask(platform.ready, wireRequest("POST", "/v1/dns", { headers, body: { name: zone } }))
    if (made.status !== 201) throw new Error(`The zone was not created: ${made.body}`)
    const millis = new Map<string, Array<number>>()
    for (let round = 0; round < rounds; round++) {
      for (const [what, request] of largestRequests(zone, apiKey)) {
        setting.progress(what)
        millis.set(what, [...millis.get(what) ?? [], await slowestLive(platform.ready, request)])
      }
    }
    await platform.stop()
    return Array.from(millis, ([what, slowest]): Figure => ({ what, unit: "ms", ours: median(slowest), bound }))
  }
}
