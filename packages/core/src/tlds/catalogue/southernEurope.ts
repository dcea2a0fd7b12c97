import * as attribute from "./attribute.ts"
import { europeanEconomicArea } from "./europe.ts"
import { tldSpec } from "./tldSpec.ts"

const it = tldSpec({
  name: "it",
  type: "ccTLD",
  backend: "nic-it",
  years: [1, 1],
  renewal: "automatic",
  attempt: 0,
  grace: { add: 0, renew: 15, restore: 0 },
  sync: ["registration"],
  roles: "RAT",
  registrant_change: "trade",
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [
    attribute.choice("NIC_IT_ENTITY_TYPE", [
      "natural_person",
      "company",
      "individual_firm",
      "non_profit",
      "public_org",
      "other",
      "foreign_legal_entity"
    ], { required: true, roles: ["registrant"] }),
    attribute.text("NIC_IT_REG_CODE", { required: true, roles: ["registrant"] })
  ],
  presence: {
    requirement: ["physical_address", "business_entity"],
    eligible_countries: [...europeanEconomicArea, "VA", "SM", "CH", "GB"]
  },
  nameservers: [2, 6],
  host_objects: false,
  nameserver_check: true,
  zone_hours: 4,
  auth: { length: [6, 32] },
  transfer: { days: 1, adds: 0, confirm: "both" },
  lock: null,
  label: [3, 63],
  legal: [{
    key: "nic_it_compliance_confirmation",
    type: "confirmation",
    operations: ["registration", "transfer"],
    url: "https://www.nic.it"
  }],
  whois: "whois.nic.it",
  rdap: "https://rdap.pubtest.nic.it"
})

const es = tldSpec({
  name: "es",
  type: "ccTLD",
  backend: "red-es",
  delete: "immediate",
  grace: { add: 0, renew: 0, redemption: 10, restore: 0, delete: 0 },
  roles: "RATB",
  most: { tech: 4, billing: 4 },
  registrant_change: "trade",
  thick: true,
  privacy: false,
  nameservers: [0, 7],
  zone_hours: 4,
  auth: { by: "registry", shown: false },
  transfer: { days: 10, adds: 0, confirm: "registrant" },
  lock: null,
  label: [3, 63],
  whois: "whois.nic.es"
})

const pt = tldSpec({
  name: ["pt", "com.pt"],
  type: "ccTLD",
  backend: "dns-pt",
  terms: [1, 3, 5],
  grace: { add: 0, renew: 0, restore: 0, delete: 0 },
  roles: "RT",
  thick: true,
  privacy: false,
  attributes: [
    attribute.text("DNS_PT_VAT", { required: true, roles: ["registrant", "tech"] }),
    attribute.text("DNS_PT_MOBILE"),
    attribute.text("DNS_PT_NIS2_VALIDATED", { type: "boolean" }),
    attribute.text("DNS_PT_NIS2_VALIDATED_DATE", { type: "datetime" })
  ],
  host_objects: false,
  zone_hours: 8,
  auth: { length: [1, 255], by: "registry", valid: "P30D", shown: false },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: null,
  label: [2, 63],
  whois: "whois.dns.pt"
})

const si = tldSpec({
  name: "si",
  type: "ccTLD",
  backend: "arnes",
  years: [1, 5],
  renewal: "command",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 30, restore: 0 },
  sync: ["registration", "transfer"],
  roles: "RT",
  thick: true,
  postal: "int",
  privacy: false,
  nameservers: [2, 10],
  nameserver_check: true,
  auth: { length: [1, 255] },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: [0, 0],
  idn: false,
  label: [2, 63],
  whois: "whois.register.si"
})

export const southernEurope = [it, es, pt, si]
