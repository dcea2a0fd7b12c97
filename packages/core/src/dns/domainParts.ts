import { parse } from "tldts"
import type { DnsName } from "./DnsName.ts"
import type { DomainNameParts } from "./ZoneView.ts"

/** Labels such as `_acme-challenge` are allowed; the length of names is already checked. */
const options = { allowPrivateDomains: false, validateHostname: false, detectIp: false }

/**
 * Parts of a zone's name according to the Public Suffix List, without private suffixes; empty for a name with escapes.
 */
export const domainParts = (name: DnsName): DomainNameParts => {
  if (name.includes("\\")) return { subdomain: null, domain: null, suffix: null }
  const { domainWithoutSuffix, publicSuffix, subdomain } = parse(name.replace(/\.$/, ""), options)
  return { subdomain: subdomain || null, domain: domainWithoutSuffix || null, suffix: publicSuffix || null }
}
