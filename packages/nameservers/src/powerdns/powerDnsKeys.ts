import type { PublishedZone, ZoneSigningKey } from "@namewright/core/dns"
import { Effect, Redacted } from "effect"
import { createPrivateKey } from "node:crypto"
import { ApiKeys, ApiMetadata, type ApiZone, type PowerDnsApi, type PowerDnsFailed } from "./PowerDnsApi.ts"

/** A key in the private key format of BIND. */
const privateKeyText = ({ private_key }: ZoneSigningKey): string => {
  const der = Buffer.from(Redacted.value(private_key), "base64")
  const { d = "" } = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" })
  return [
    "Private-key-format: v1.2",
    "Algorithm: 13 (ECDSAP256SHA256)",
    `PrivateKey: ${Buffer.from(d, "base64url").toString("base64")}`,
    ""
  ].join("\n")
}

/** Public key in the data of a DNSKEY record. */
const publicKey = (dnskey: string): string => dnskey.split(" ").slice(3).join("")

const nsec3 = "1 0 0 -"

/** Records of a type at the apex. */
const apexRecords = ({ name, rrsets }: PublishedZone, type: string): ReadonlyArray<string> =>
  rrsets.find((rrset) => rrset.name === name && rrset.type === type)?.records ?? []

/** Digest types of the CDS records, with 0 for the one that asks for the removal of the DS (RFC 8078, section 4). */
const publishedCds = (zone: PublishedZone): ReadonlyArray<string> => [
  ...new Set(apexRecords(zone, "CDS").map((text) => text.split(" ")[2] ?? ""))
]

const publishedCdnskey = (zone: PublishedZone): ReadonlyArray<string> => {
  const [first] = apexRecords(zone, "CDNSKEY")
  return first === undefined ? [] : [first.startsWith("0 ") ? "0" : "1"]
}

/** Configures whether PowerDNS publishes CDS and CDNSKEY records, which it makes itself. */
const bringMetadata = Effect.fnUntraced(function*(
  api: PowerDnsApi,
  path: string,
  zone: PublishedZone
): Effect.fn.Return<boolean, PowerDnsFailed> {
  const stored = yield* api.read(`${path}/metadata`, ApiMetadata)
  const wanted = { "PUBLISH-CDS": publishedCds(zone), "PUBLISH-CDNSKEY": publishedCdnskey(zone) }
  const others = Object.entries(wanted).filter(([kind, values]) =>
    values.join() !== (stored.find((metadata) => metadata.kind === kind)?.metadata ?? []).join()
  )
  for (const [kind, metadata] of others) {
    const one = `${path}/metadata/${kind}`
    yield* metadata.length === 0 ? api.call("DELETE", one) : api.call("PUT", one, { kind, metadata })
  }
  return others.length > 0
})

/**
 * Sets the keys of a zone, its kind of denial, and its CDS and CDNSKEY records, so that DNSKEY and DS are the same on every
 * nameserver. Returns true if something has changed.
 */
export const bringKeys = Effect.fnUntraced(function*(
  api: PowerDnsApi,
  path: string,
  zone: PublishedZone,
  stored: ApiZone | undefined
): Effect.fn.Return<boolean, PowerDnsFailed> {
  const { signing } = zone
  if (signing === null) {
    if (stored?.dnssec !== true) return false
    yield* api.call("PUT", path, { dnssec: false, nsec3param: "" })
    yield* bringMetadata(api, path, zone)
    return true
  }
  const theirs = yield* api.read(`${path}/cryptokeys`, ApiKeys)
  const ours = new Set(signing.keys.map((key) => key.public_key))
  const missing = signing.keys.filter((key) => !theirs.some(({ dnskey }) => publicKey(dnskey) === key.public_key))
  const spare = theirs.filter(({ dnskey }) => !ours.has(publicKey(dnskey)))
  // New keys are added before old ones are removed, so that the zone always has a key.
  for (const key of missing) {
    const content = privateKeyText(key)
    yield* api.call("POST", `${path}/cryptokeys`, { keytype: "csk", active: true, published: true, content })
  }
  for (const { id } of spare) yield* api.call("DELETE", `${path}/cryptokeys/${id}`)
  const nsec3param = signing.denial === "nsec3" ? nsec3 : ""
  const isOtherDenial = (stored?.nsec3param ?? "") !== nsec3param
  if (isOtherDenial) yield* api.call("PUT", path, { nsec3param })
  const isOtherMetadata = yield* bringMetadata(api, path, zone)
  return missing.length + spare.length > 0 || isOtherDenial || isOtherMetadata
})
