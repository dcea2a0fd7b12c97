import * as attribute from "./attribute.ts"
import { europeanEconomicArea } from "./europe.ts"
import { tldSpec } from "./tldSpec.ts"

const pl = tldSpec({
  name: "pl",
  type: "ccTLD",
  backend: "nask",
  renewal: "command",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 0, redemption: 5, restore: 0, delete: 0 },
  restore_renews: false,
  roles: "R",
  thick: true,
  postal: "int",
  privacy: false,
  auth: { length: [4, 32] },
  transfer: { days: 5, adds: 0, confirm: "none" },
  lock: null,
  whois: "whois.dns.pl",
  rdap: "https://rdap.dns.pl"
})

const cz = tldSpec({
  name: "cz",
  type: "ccTLD",
  backend: "cz-nic",
  renewal: "command",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 30, redemption: 31, restore: 0, delete: 0 },
  roles: "Ra",
  most: { admin: 10 },
  thick: true,
  contacts_move: true,
  postal: "loc",
  privacy: false,
  attributes: [
    attribute.choice("CZ_NIC_IDENT_TYPE", ["op", "passport", "mpsv", "ico", "birthday"]),
    attribute.text("CZ_NIC_IDENT_VALUE"),
    attribute.text("CZ_NIC_VAT"),
    attribute.text("CZ_NIC_NOTIFY_EMAIL")
  ],
  nameservers: [2, 10],
  host_objects: false,
  nameserver_check: true,
  dnssec: "DNSKEY",
  auth: { by: "registry", valid: "P14D", shown: false },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: null,
  statuses: [],
  whois: "whois.nic.cz",
  rdap: "https://rdap.nic.cz"
})

const sk = tldSpec({
  name: "sk",
  type: "ccTLD",
  backend: "sk-nic",
  renewal: "command",
  attempt: 0,
  grace: { add: 0, renew: 0, redemption: 40, restore: 0, delete: 0 },
  roles: "RATB",
  thick: true,
  privacy: false,
  attributes: [attribute.choice("SK_NIC_LEGAL_FORM", ["CORP", "PERS"]), attribute.text("SK_NIC_IDENT_VALUE")],
  presence: { requirement: ["physical_address"], eligible_countries: [...europeanEconomicArea, "CH", "GB"] },
  auth: { length: [16, 63] },
  transfer: { days: 0, confirm: "none" },
  lock: [0, 0],
  idn: false,
  whois: "whois.sk-nic.sk"
})

const ro = tldSpec({
  name: "ro",
  type: "ccTLD",
  backend: "rotld",
  renewal: "command",
  delete: "expiration",
  grace: { add: 0, renew: 0, delete: 0 },
  sync: ["registration", "renewal"],
  roles: "Ratb",
  thick: true,
  postal: "int",
  privacy: false,
  attributes: [
    attribute.choice("ROTLD_CONTACT_TYPE", ["p", "ap", "nc", "c", "gi", "pi", "o"]),
    attribute.text("ROTLD_CNP_FISCAL_CODE"),
    attribute.text("ROTLD_ID_NUMBER"),
    attribute.text("ROTLD_REGISTRATION_NUMBER"),
    attribute.text("ROTLD_DOMAIN_NAME")
  ],
  nameservers: [0, 6],
  auth: { length: [6, 40] },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: null,
  whois: "whois.rotld.ro"
})

export const centralEurope = [pl, cz, sk, ro]
