import { contactBody } from "../../contacts/contactBody.ts"
import { vanitySetBody } from "../../vanity/vanitySetBody.ts"
import { operationSamples } from "../operationSamples.ts"
import type { Random } from "./Random.ts"
import type { KnownObjects } from "./SchemaValues.ts"

const records: ReadonlyArray<readonly [type: string, rdata: string]> = [
  ["A", "192.0.2.1"],
  ["AAAA", "2001:db8::1"],
  ["CNAME", "www.example.com."],
  ["MX", "10 mail.example.com."],
  ["TXT", "\"some text\""],
  ["CAA", "0 issue \"ca.example\""],
  ["SRV", "1 2 443 a.example.com."],
  ["SVCB", "1 . alpn=h2 port=443"],
  ["NAPTR", "1 2 \"u\" \"sip\" \"!^.*$!sip:a@example.com!\" ."],
  ["TLSA", `3 1 1 ${"ab".repeat(32)}`],
  ["NS", "ns1.example.net."]
]

const digest = "0".repeat(64)

/** Body that an operation accepts, with existing objects where possible; undefined for operations without a body. */
export const sampleBody = (operation: string, known: KnownObjects, random: Random): unknown => {
  const contact = known.id("contact", random)
  const contacts = { registrant: contact, admin: contact, tech: contact, billing: contact }
  const name = () => random.pick(["@", "www", "a.b", "*", "_sip._tcp"])
  const ttl = random.pick([30, 300, 3600])
  const [type, rdata] = random.pick(records)
  const rrset = { name: name(), type, ttl, records: [{ rdata }] }
  const op = random.pick(["upsert", "remove"])
  const price = random.chance(0.1) ? { expected_price: "12.34" } : {}
  switch (operation) {
    case "createDomain":
      return {
        name: known.freshName(random),
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts,
        ...price
      }
    case "transferDomain":
      return { name: known.freshName(random), renewal_mode: "renew", auth_code: "Secret-Code-123", contacts, ...price }
    case "updateDomain":
      return random.pick<unknown>([
        { renewal_mode: "expire" },
        { statuses: ["clientHold"] },
        { status_changes: { add: ["clientTransferProhibited"], remove: ["clientHold"] } },
        { nameservers: [{ hostname: "ns1.example.net" }, { hostname: "ns2.example.net" }] },
        { contacts, auth_code: "Secret-Code-124", attributes: { auto_renew_period: "yearly" } }
      ])
    case "createZone":
      return { name: known.freshName(random), rrsets: random.chance(0.5) ? [rrset] : [] }
    case "replaceZoneRrsets":
      return { rrsets: [rrset] }
    case "patchZoneRrsets":
      return { ops: [{ op, rrset }, { op: "upsert", rrset }] }
    case "patchZoneRecords":
      return { ops: [{ op, record: { name: name(), type, ttl, rdata } }] }
    case "restoreZone":
      return { serial: known.serial(random) }
    case "importZoneMasterFile":
      return { master_file: `@ 3600 IN A 192.0.2.1\nwww ${ttl} IN ${type} ${rdata}\n` }
    case "createVanitySet":
      return vanitySetBody(known.freshName(random))
    case "assignVanitySet":
      return { vanity_nameserver_set_id: random.chance(0.5) ? null : known.id("vns", random) }
    case "createHost":
      return {
        hostname: `ns${random.below(50)}.${known.name("domain", random)}`,
        ip_addresses: ["9.9.9.9", "2620:fe::fe"]
      }
    case "replaceHost":
      return { ip_addresses: [`9.9.9.${random.below(250) + 1}`] }
    case "replaceDomainDnssec":
      return [{ record_type: "ds_data", key_tag: 1, algorithm: 13, digest_type: 2, digest }]
    case "submitBatch":
      return {
        label: "generated",
        commands: [
          { command: "contact_create", payload: contactBody },
          {
            command: "domain_update_bulk",
            payload: { template: {}, instances: [{ name: known.name("domain", random), renewal_mode: "renew" }] }
          },
          {
            command: "dns_zone_patch_rrsets_bulk",
            payload: { template: {}, instances: [{ zone_name: known.name("zone", random), ops: [{ op, rrset }] }] }
          }
        ]
      }
    case "createReport":
      return {
        report_type: random.pick(["domain_inventory", "expiring_domains", "dns_zone_summary", "dns_zone_records"])
      }
    case "createOrganization":
      return {
        name: "Generated",
        country_code: "DE",
        tax_rate: 19,
        attributes: [{ key: "k", value: { deep: [1, "x"] } }],
        users: [user(random)]
      }
    case "updateOwnAttributes":
    case "updateAttributes":
    case "updateAttributesSwapped":
      return { attributes: [{ key: `k${random.below(5)}`, value: random.pick<unknown>(["x", 1, { a: [] }, null]) }] }
    case "revokeToken":
    case "introspectToken":
      return { token: "a.b.c", ...known.grant(random) }
    case "issueToken":
      return known.grant(random)
    case "createUser":
      return { ...user(random), user_attributes: [{ key: "theme", value: { dark: true } }] }
    case "changeObjectTags":
      return { type: "DOMAIN", objects: [known.id("domain", random)], add: [known.id("tag", random)] }
    case "changeTagObjects":
      return { add: [known.id("domain", random)], remove: [known.id("contact", random)] }
    default:
      return operationSamples[operation]?.body
  }
}

const user = (random: Random) => {
  const username = `generated${random.below(100_000)}`
  return { username, email: `${username}@example.com`, first_name: "Ada", last_name: "Lovelace", locale: "en_US" }
}
