import { type Benchmark, scaled, type Setting } from "./harness/Benchmark.ts"
import { type ChildProcess, runChild, startChild } from "./harness/ChildProcess.ts"
import { ask, sendAll, type WireRequest, wireRequest } from "./harness/HttpLoad.ts"
import { interleaved, median } from "./harness/rounds.ts"
import type { Seeded, SeedTask } from "./harness/seed.ts"
import type { AgentServerTask } from "./mcp/agentServer.ts"

const usual = 100_000
const selected = 1000
const connections = 8
const rounds = 5

const revision = "2026-07-28"

/** Request of an MCP client. */
const message = (method: string, params: Readonly<Record<string, unknown>> = {}): WireRequest =>
  wireRequest("POST", "/mcp", {
    headers: {
      authorization: "Bearer benchmark",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
      ...("name" in params ? { "mcp-name": String(params["name"]) } : {})
    },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientCapabilities": {}
        }
      }
    }
  })

const toolCall = (name: string, input: object): WireRequest => message("tools/call", { name, arguments: input })

/** Sample domains are registered every half hour, starting half an hour into the year; the selector matches this number. */
const window = (count: number) => ({
  registered_after: "2025-01-01T00:00:00Z",
  registered_before: new Date(Date.UTC(2025, 0, 1) + (count + 1) * 30 * 60_000).toISOString()
})

const resultOf = async (port: number, request: WireRequest): Promise<any> => {
  const { body, status } = await ask(port, request)
  if (status !== 200) throw new Error(`${status} ${body.slice(0, 1500)}`)
  return JSON.parse(body).result
}

/** Median milliseconds of sequential calls. */
const latency = async (port: number, request: WireRequest, count: number): Promise<number> => {
  const millis: Array<number> = []
  for (let index = 0; index < count; index++) {
    const started = performance.now()
    await resultOf(port, request)
    millis.push(performance.now() - started)
  }
  return median(millis)
}

const preview = (tool: string, matched: number) =>
  toolCall(tool, {
    templateType: "domain_update_bulk",
    template: { renewal_mode: "expire" },
    selector: window(matched)
  })

/** `portfolio_summary` and the REST call that it makes, in turn. */
const summaryRates = async (setting: Setting, { ready }: ChildProcess<number>, rest: WireRequest) => {
  const agent = toolCall("portfolio_summary", {})
  const count = scaled(setting, 2000, 200)
  const load = (request: WireRequest) => async () => ({
    rate: count / await sendAll(ready, connections, count, () => request)
  })
  const compared = await interleaved(rounds, load(agent), load(rest))
  return compared("rate")
}

/** Tool endpoint against the REST interface that it calls. */
export const benchmark: Benchmark = {
  name: "mcp",
  about: `The tool endpoint over ${
    usual.toLocaleString("en")
  } domains in PostgreSQL. \`portfolio_summary\` and the \`GET /v1/domains/summary\` that it forwards go to the same process in turn, over ${connections} connections; the agent's token and the API key are cached for the same time. \`bulk_preview\` and the question of \`bulk_submit\` are for ${
    selected.toLocaleString("en")
  } of the domains, one call after another. A token of a language model counts as four characters.`,
  run: async (setting) => {
    const storage = await setting.databases.postgres()
    const domains = scaled(setting, usual, 2000)
    setting.progress(`${domains} domains`)
    const { apiKey, organization_id } = await runChild<Seeded>(
      "harness/seed.ts",
      { storage, domains } satisfies SeedTask
    )
    const server = await startChild<number>(
      "mcp/agentServer.ts",
      { storage, organization_id } as AgentServerTask
    )
    const port = server.ready
    const listed = await resultOf(port, message("tools/list"))
    const previewed = await resultOf(port, preview("bulk_preview", selected))
    const matched = previewed.structuredContent.matchedDomains
    if (matched !== selected) throw new Error(`The selector finds ${matched} domains`)

    setting.progress("requests")
    const rest = wireRequest("GET", "/v1/domains/summary", { headers: { "x-api-key": apiKey } })
    const { peer, ...rate } = await summaryRates(setting, server, rest)
    setting.progress("bulk changes")
    const calls = scaled(setting, 40, 5)
    const previewMillis = await latency(port, preview("bulk_preview", selected), calls)
    const questionMillis = await latency(port, preview("bulk_submit", selected), calls)
    await server.stop()
    return [
      {
        what: "portfolio_summary: requests per second",
        unit: "/s",
        ...rate,
        peer: { name: "the REST call", value: peer },
        bound: { of: "ratio", side: "at least", must: 0.5 }
      },
      {
        what: "tools/list: tokens",
        unit: "",
        ours: Math.ceil(JSON.stringify(listed.tools).length / 4),
        bound: { of: "ours", side: "at most", must: 4000 }
      },
      {
        what: "bulk_preview: response time",
        unit: "ms",
        ours: previewMillis,
        bound: { of: "ours", side: "at most", must: 300 }
      },
      { what: "bulk_submit: time until the question", unit: "ms", ours: questionMillis }
    ]
  }
}
