type Json = Readonly<Record<string, unknown>>

/** What each kind of job is about: the member of its payload, the schema of that, and what its result names. */
const kinds = [
  { kind: "domain_create", member: "domain", request: "DomainCreatePayload", result: "domain_id" },
  { kind: "domain_update", member: "domain", request: "DomainUpdatePayload", result: undefined },
  { kind: "domain_transfer", member: "domain", request: "DomainTransferPayload", result: "domain_id" },
  { kind: "contact_create", member: "contact", request: "CreateContact", result: "contact_id" },
  { kind: "dns_zone_create", member: "zone", request: "DnsZoneCreate", result: "zone_name" },
  { kind: "dns_zone_update", member: "zone", request: "DnsZoneUpdatePayload", result: "zone_name" },
  { kind: "dns_zone_patch_rrsets", member: "zone", request: "DnsZonePatchRrsets", result: "zone_name" },
  { kind: "dns_zone_patch_records", member: "zone", request: "DnsZonePatchRecords", result: "zone_name" },
  {
    kind: "dns_zone_restamp_vanity_ns",
    member: "zone",
    request: "DnsZoneRestampVanityNs",
    result: "zone_name"
  }
] as const

const text = { type: "string" }
const typeOf = (kind: string) => ({ type: "string", enum: [kind, `${kind}_bulk`] })

const payloads = kinds.map(({ kind, member, request }) => ({
  type: "object",
  properties: { type: typeOf(kind), operation: text, [member]: { $ref: `#/components/schemas/${request}` } },
  required: ["type", "operation", member]
}))

const results = kinds.flatMap(({ kind, result }) =>
  result === undefined ? [] : [{
    type: "object",
    properties: { type: typeOf(kind), [result]: text },
    required: ["type", result]
  }]
)

/**
 * A job in the document with what the platform's commands ask for and answer. To the engine a payload is any object,
 * because it knows no command.
 */
export const jobDetails = (job: Json): Json => ({
  ...job,
  properties: {
    ...job["properties"] as Json,
    payload: { anyOf: payloads },
    result: { anyOf: [...results, { type: "null" }] }
  }
})
