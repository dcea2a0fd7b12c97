import type { DnsName, PublishedRrset, PublishedZone } from "@namewright/core/dns"
import type { ApiRrset, ApiZone } from "./PowerDnsApi.ts"
import { powerDnsText } from "./powerDnsText.ts"

/** Types of RRsets that PowerDNS makes from the keys. */
const fromKeys: ReadonlySet<string> = new Set(["DNSKEY", "CDS", "CDNSKEY"])

/** RRsets of a zone that are stored in PowerDNS. */
const storedRrsets = ({ name, rrsets }: PublishedZone): ReadonlyArray<PublishedRrset> =>
  rrsets.filter((rrset) => rrset.name !== name || !fromKeys.has(rrset.type))

const keyOf = (name: string, type: string): string => `${name.toLowerCase()} ${type}`

const replacement = ({ name, records, ttl, type }: PublishedRrset): ApiRrset => ({
  name,
  type,
  ttl,
  changetype: "REPLACE",
  records: records.map((text) => ({ content: powerDnsText(type, text), disabled: false }))
})

const deletion = (name: string, type: string): ApiRrset => ({ name, type, changetype: "DELETE", records: [] })

const isSoa = ({ type }: { readonly type: string }): boolean => type === "SOA"

/**
 * Moves the SOA to the end: PowerDNS serves the new serial after all other changes, and an interrupted publication is repeated.
 */
const inOrder = (changes: ReadonlyArray<ApiRrset>): ReadonlyArray<ApiRrset> => [
  ...changes.filter((change) => !isSoa(change)),
  ...changes.filter(isSoa)
]

/** Key of records regardless of their order. */
const contents = (records: ApiRrset["records"]): string =>
  records.map(({ content, disabled }) => `${disabled} ${content}`).toSorted().join("\n")

/** Changes that make the stored content equal to the zone. */
export const changesFrom = (stored: ApiZone["rrsets"], zone: PublishedZone): ReadonlyArray<ApiRrset> => {
  const before = new Map((stored ?? []).map((rrset) => [keyOf(rrset.name, rrset.type), rrset]))
  const wanted = storedRrsets(zone).map(replacement)
  const names = new Set(wanted.map(({ name, type }) => keyOf(name, type)))
  const changed = wanted.filter((rrset) => {
    const old = before.get(keyOf(rrset.name, rrset.type))
    return old === undefined || old.ttl !== rrset.ttl || contents(old.records) !== contents(rrset.records)
  })
  const gone = [...before].filter(([key]) => !names.has(key)).map(([, { name, type }]) => deletion(name, type))
  return inOrder([...gone, ...changed])
}

/** Changes for RRsets that are known to differ. */
export const changesOf = (
  touched: ReadonlyArray<{ readonly name: DnsName.DnsName; readonly type: string }>,
  zone: PublishedZone
): ReadonlyArray<ApiRrset> => {
  const wanted = new Map(storedRrsets(zone).map((rrset) => [keyOf(rrset.name, rrset.type), rrset]))
  const unique = new Map(touched.map((rrset) => [keyOf(rrset.name, rrset.type), rrset]))
  return inOrder(
    [...unique].filter(([, { name, type }]) => name !== zone.name || !fromKeys.has(type)).map(
      ([key, { name, type }]) => {
        const rrset = wanted.get(key)
        return rrset === undefined ? deletion(name, type) : replacement(rrset)
      }
    )
  )
}

/** Octets of the largest call; PowerDNS accepts 2 MB. */
const largestCall = 1_000_000

/** Splits changes into calls. PowerDNS applies a call as a whole or not at all. */
export const inCalls = (changes: ReadonlyArray<ApiRrset>): ReadonlyArray<ReadonlyArray<ApiRrset>> => {
  const calls: Array<Array<ApiRrset>> = [[]]
  let size = 0
  for (const change of changes) {
    const octets = JSON.stringify(change).length
    if (size > 0 && size + octets > largestCall) {
      calls.push([])
      size = 0
    }
    calls.at(-1)?.push(change)
    size += octets
  }
  return calls
}
