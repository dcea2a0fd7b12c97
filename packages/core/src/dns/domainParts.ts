import { parse } from "tldts"
import type { DnsName } from "./DnsName.ts"
import type { DomainNameParts } from "./ZoneView.ts"

/** Labels such as `_acme-challenge` are as good as others; names are within their bounds already. */
const options = { allowPrivateDomains: false, validateHostname: false, detectIp: false }

/** The parts of a zone's name by the public suffix list, without private suffixes; none of a name with escapes. */
export const domainParts = (name: DnsName): DomainNameParts => {
  if (name.includes("\\")) return { subdomain: null, domain: null, suffix: null }
  const { domainWithoutSuffix, publicSuffix, subdomain } = parse(name.replace(/\.$/, ""), options)
  return { subdomain: subdomain || null, domain: domainWithoutSuffix || null, suffix: publicSuffix || null }
}
