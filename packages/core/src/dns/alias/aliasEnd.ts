import { Result } from "effect"
import * as DnsName from "../DnsName.ts"
import { Rdata } from "../rdata/index.ts"
import type { Rrset } from "../Rrset.ts"
import type { AliasAddresses } from "./AliasResolver.ts"

/** Destination of an ALIAS: addresses in its own zone, or a name to resolve. */
export type AliasEnd =
  | { readonly kind: "addresses"; readonly addresses: AliasAddresses }
  | { readonly kind: "target"; readonly target: DnsName.DnsName }

/** Longest chain that the rules of zones allow. */
const maximumHops = 16

const stored = { origin: DnsName.root, form: "zone_file" } as const

/** Follows an ALIAS within its zone, over CNAME and ALIAS records. */
export const aliasEnd = (
  alias: Rrset,
  rrsetsAt: (name: DnsName.DnsName) => ReadonlyArray<Rrset>
): AliasEnd | undefined => {
  let link: Rrset | undefined = alias
  let end: DnsName.DnsName | undefined
  for (let hops = 0; hops <= maximumHops && link !== undefined; hops++) {
    end = targetOf(link)
    if (end === undefined) return undefined
    const there = rrsetsAt(end)
    const addresses = there.filter(({ type }) => type === "A" || type === "AAAA")
    if (addresses.length > 0) return { kind: "addresses", addresses: addressesOf(addresses) }
    link = there.find(({ type }) => type === "CNAME" || type === "ALIAS")
  }
  return end === undefined ? undefined : { kind: "target", target: end }
}

const targetOf = ({ records: [text], type }: Rrset): DnsName.DnsName | undefined => {
  if (text === undefined || (type !== "ALIAS" && type !== "CNAME")) return undefined
  const value = Rdata.parse(type, text, stored)
  return Result.isSuccess(value) ? DnsName.lowerCase(value.success.target) : undefined
}

const addressesOf = (rrsets: ReadonlyArray<Rrset>): AliasAddresses => ({
  ipv4: rrsets.flatMap(({ records, type }) => type === "A" ? records : []),
  ipv6: rrsets.flatMap(({ records, type }) => type === "AAAA" ? records : []),
  ttl: Math.min(...rrsets.map(({ ttl }) => ttl))
})
