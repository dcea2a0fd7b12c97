import { Agent, request } from "node:http"

/** HTTP interface that creates and changes zones. */
export interface ZoneService {
  readonly port: number
  readonly headers: Readonly<Record<string, string>>
  readonly create: (name: string) => Call
  /** Replaces one RRset by one with this text. */
  readonly patch: (name: string, text: string) => Call
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Sends a call. Throws the response unless it has the expected status. */
const send = (agent: Agent, { headers, port }: ZoneService, { body, method, path }: Call): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = JSON.stringify(body)
    const length = Buffer.byteLength(text)
    const options = { agent, host: "127.0.0.1", port, method, path }
    const all = { ...headers, "content-type": "application/json", "content-length": length }
    request({ ...options, headers: all }, (response) => {
      let answer = ""
      response.on("data", (chunk) => answer += String(chunk)).on("end", () => {
        if ((response.statusCode ?? 500) < 300) resolve()
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer.slice(0, 500)}`))
      })
    }).on("error", reject).end(text)
  })

/**
 * Sends calls over several connections, sequentially on each. Returns calls per second. A
 * connection that the server has closed is opened again.
 */
export const rateOf = async (
  service: ZoneService,
  calls: ReadonlyArray<Call>,
  connections = 1
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const left = calls.values()
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, async () => {
    for (const call of left) await send(agent, service, call)
  }))
  const rate = calls.length / ((performance.now() - started) / 1000)
  agent.destroy()
  return rate
}

/** Ten RRsets of a typical zone, with relative names. */
const usual = [
  ["", "A", "192.0.2.1"],
  ["", "AAAA", "2001:db8::1"],
  ["", "MX", "10 mail.example.net."],
  ["", "TXT", "\"v=spf1 -all\""],
  ["www", "CNAME", "hosting.example.net."],
  ["_dmarc", "TXT", "\"v=DMARC1; p=none\""],
  ["ftp", "A", "192.0.2.2"],
  ["api", "A", "192.0.2.3"],
  ["_sip._tcp", "SRV", "1 1 5060 sip.example.net."],
  ["changing", "TXT", "\"first\""]
] as const

const absolute = (owner: string, zone: string): string => owner === "" ? `${zone}.` : `${owner}.${zone}.`

export const ours = (port: number, apiKey: string): ZoneService => ({
  port,
  headers: { "x-api-key": apiKey },
  create: (name) => ({
    method: "POST",
    path: "/v1/dns",
    body: {
      name,
      rrsets: usual.map(([owner, type, rdata]) => ({
        name: absolute(owner, name),
        type,
        ttl: 300,
        records: [{ rdata }]
      }))
    }
  }),
  patch: (name, text) => {
    const rrset = { name: `changing.${name}.`, type: "TXT", ttl: 300, records: [{ rdata: `"${text}"` }] }
    return { method: "PATCH", path: `/v1/dns/${name}/rrsets`, body: { ops: [{ op: "upsert", rrset }] } }
  }
})

const zones = "/api/v1/servers/localhost/zones"

export const powerDns = (port: number, apiKey: string): ZoneService => {
  const rrset = (name: string, type: string, content: string) => ({
    name,
    type,
    ttl: 300,
    changetype: "REPLACE",
    records: [{ content, disabled: false }]
  })
  return {
    port,
    headers: { "x-api-key": apiKey },
    create: (name) => ({
      method: "POST",
      path: `${zones}?rrsets=false`,
      body: {
        name: `${name}.`,
        kind: "Native",
        soa_edit_api: "DEFAULT",
        nameservers: ["ns1.namewright.test.", "ns2.namewright.test."],
        rrsets: usual.map(([owner, type, content]) => rrset(absolute(owner, name), type, content))
      }
    }),
    patch: (name, text) => ({
      method: "PATCH",
      path: `${zones}/${name}.`,
      body: { rrsets: [rrset(`changing.${name}.`, "TXT", `"${text}"`)] }
    })
  }
}
