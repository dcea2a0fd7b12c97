import { absoluteName } from "../absoluteName.ts"
import type { DnsName } from "../DnsName.ts"

/**
 * Names that resolvers never look up at public nameservers, each with everything below it. Source: IANA Special-Use
 * Domain Names (RFC 6761, section 6; RFC 6762, section 3; RFC 7686; RFC 9476).
 */
export const specialUseNames: ReadonlyArray<DnsName> = [
  "alt",
  "invalid",
  "local",
  "localhost",
  "onion",
  // Reverse zones of private addresses (RFC 6761, section 6.1; RFC 6303, section 4.1).
  "10.in-addr.arpa",
  "168.192.in-addr.arpa",
  ...Array.from({ length: 16 }, (_, index) => `${16 + index}.172.in-addr.arpa`)
].map(absoluteName)

/** Names for tests and documentation (RFC 6761, sections 6.2 and 6.5). A sandbox serves them. */
export const documentationNames: ReadonlyArray<DnsName> = [
  "test",
  "example",
  "example.com",
  "example.net",
  "example.org"
].map(absoluteName)

/** The infrastructure domain (RFC 3172). */
export const infrastructureName: DnsName = absoluteName("arpa")

/** Trees of the infrastructure domain that are delegated to the holders of addresses and telephone numbers. */
export const reverseTrees: ReadonlyArray<DnsName> = ["in-addr.arpa", "ip6.arpa", "e164.arpa"].map(absoluteName)
