import { addresses, domainName, texts } from "./Reading.ts"
import type { Setting } from "./Setting.ts"

/** Settings of white-label hosts. */
export const whitelabelSettings = {
  whitelabelZone: {
    flag: "whitelabel-zone",
    metavar: "NAME",
    description:
      "Zone of the operator below which white-label hosts are, such as brands.example.com; without it no white-label configurations are sold",
    standard: undefined,
    read: domainName
  },
  whitelabelAddresses: {
    flag: "whitelabel-addresses",
    metavar: "LIST",
    description: "Addresses at which this installation serves white-label hosts, IPv4 and IPv6, separated by commas",
    standard: "127.0.0.1",
    read: addresses
  },
  whitelabelTerms: {
    flag: "whitelabel-terms",
    metavar: "LIST",
    description: "Names that no white-label label may contain, such as brands of the operator, separated by commas",
    standard: "",
    read: texts
  }
} as const satisfies Record<string, Setting<unknown>>
