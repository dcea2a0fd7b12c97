import { type WireRequest, wireRequest } from "../harness/HttpLoad.ts"

const numbered = <T>(count: number, make: (index: number) => T): ReadonlyArray<T> =>
  Array.from({ length: count }, (_, index) => make(index))

const empty = (count: number) => numbered(count, () => ({}))

const batch = (payloads: ReadonlyArray<object>) => ({
  commands: payloads.map((payload) => ({ command: "domain_update_bulk", payload }))
})

const revision = "2026-07-28"

/** A call of `call_operation` over the tool endpoint. The response is 200 even if the operation is refused. */
const toolCall = (operationId: string, pathParams: Readonly<Record<string, string>>, body: unknown): WireRequest =>
  wireRequest("POST", "/mcp", {
    headers: {
      authorization: "Bearer benchmark",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": "tools/call",
      "mcp-name": "call_operation"
    },
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "call_operation",
        arguments: { operationId, pathParams, body },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": revision,
          "io.modelcontextprotocol/clientCapabilities": {}
        }
      }
    }
  })

/** Large requests of several kinds, from 2 MB to the largest body of their operation. */
export const largestRequests = (
  zone: string,
  apiKey: string
): ReadonlyArray<readonly [what: string, request: WireRequest]> => {
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
    ["An empty list instead of 9,999 RRsets", request("PUT", "rrsets", 204, { rrsets: [] })],
    [
      "Zone of 200,000 TXT records, 9 MB",
      request("PUT", "rrsets", 204, {
        rrsets: numbered(2000, (index) => ({
          name: `h${index}`,
          type: "TXT",
          ttl: 300,
          records: numbered(100, (record) => ({ rdata: `"record ${record} of ${index}"` }))
        }))
      })
    ],
    ["An empty list in the place of 200,000 records", request("PUT", "rrsets", 204, { rrsets: [] })],
    [
      "5,000 RRsets of 100 invalid records each",
      request("PUT", "rrsets", 422, {
        rrsets: numbered(5000, (index) => ({ name: `h${index}`, type: "A", ttl: 300, records: empty(100) }))
      })
    ],
    [
      "One RRset of 5,000,000 invalid records, 15 MB",
      request("PUT", "rrsets", 422, {
        rrsets: [{ name: "h", type: "A", ttl: 300, records: empty(5_000_000) }]
      })
    ],
    [
      "New zone with 5,000,000 invalid RRsets, 15 MB",
      wireRequest("POST", "/v1/dns", {
        headers,
        body: { name: "flood.example", rrsets: empty(5_000_000) },
        expected: 422
      })
    ],
    ["Master file of 8 MB, blank lines", request("POST", "import", 200, { master_file: "\n".repeat(8_000_000) })],
    ["Master file of 8 MB, empty groups", request("POST", "import", 200, { master_file: "(\n)\n".repeat(2_000_000) })],
    ["Master file of 8 MB, open parentheses", request("POST", "import", 422, { master_file: "(".repeat(8_000_000) })],
    [
      "Bulk command of 90,000 invalid instances",
      wireRequest("POST", "/v1/jobs", { headers, body: batch([{ instances: empty(90_000) }]), expected: 422 })
    ],
    [
      "Batch with 10,000,000 invalid commands, 30 MB",
      wireRequest("POST", "/v1/jobs", { headers, body: { commands: empty(10_000_000) }, expected: 422 })
    ],
    [
      "Batch with one command of 30 MB",
      wireRequest("POST", "/v1/jobs", { headers, body: batch([{ instances: empty(10_000_000) }]), expected: 422 })
    ],
    [
      "Bulk command of 1,000 zones with 7 MB of records",
      wireRequest("POST", "/v1/jobs", {
        headers,
        body: {
          commands: [{
            command: "dns_zone_patch_rrsets_bulk",
            payload: {
              instances: numbered(1000, (index) => ({
                zone_name: `z${index}.example`,
                ops: numbered(2, (op) => ({
                  op: "upsert",
                  rrset: {
                    name: `h${op}`,
                    type: "TXT",
                    ttl: 300,
                    records: numbered(50, (record) => ({ rdata: `"record ${record} of ${index} ${"x".repeat(30)}"` }))
                  }
                }))
              }))
            }
          }]
        },
        expected: 201
      })
    ],
    ["Tool call with 200,000 invalid commands", toolCall("submitBatch", {}, { commands: empty(200_000) })],
    [
      "Tool call with 200,000 invalid RRsets",
      toolCall("replaceZoneRrsets", { zone_name: zone }, { rrsets: empty(200_000) })
    ],
    [
      "Tool call with 200,000 invalid operations",
      toolCall("patchZoneRecords", { zone_name: zone }, { ops: empty(200_000) })
    ]
  ]
}
