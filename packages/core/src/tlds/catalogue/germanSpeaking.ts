import * as attribute from "./attribute.ts"
import { family, tldSpec } from "./tldSpec.ts"

const requestContact = [attribute.is("DE_CONTACT_TYPE", "REQUEST")]

const de = tldSpec({
  name: "de",
  type: "ccTLD",
  backend: "denic",
  years: [1, 1],
  renewal: "automatic",
  attempt: 0,
  grace: { add: 0, renew: 0, delete: 0 },
  roles: "R",
  thick: true,
  postal: "int",
  attributes: [
    attribute.choice("DE_CONTACT_TYPE", ["PERSON", "ORG", "REQUEST"]),
    attribute.text("DE_GENERAL_REQUEST_URI_TEMPLATE", { type: "uri_template", when: requestContact }),
    attribute.text("DE_ABUSE_URI_TEMPLATE", { type: "uri_template", when: requestContact })
  ],
  host_objects: false,
  nameserver_check: true,
  zone_hours: 2,
  dnssec: "DNSKEY",
  // Letters and digits that are easily distinguished, and four symbols. DENIC stores only a hash of the code.
  auth: { length: [8, 16], pattern: "[A-HJ-NP-Za-km-np-z2-9+/*-]{8,16}", valid: "P30D", shown: false },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: null,
  statuses: [],
  status_mapping: { connect: ["ok"], failed: ["failed"], invalid: ["invalid"], free: ["free"] },
  registry_lock: true,
  identity: {
    required_claims: [{ claim: "NAME" }, { claim: "ADDRESS" }, { claim: "EMAIL" }],
    suspension_on_failure: true,
    suspension_delay: "30"
  },
  whois: "whois.denic.de",
  rdap: "https://rdap.denic.de"
})

const at = tldSpec({
  name: ["at", "co.at", "or.at"],
  type: "ccTLD",
  backend: "nic-at",
  years: [1, 1],
  renewal: "automatic",
  grace: { add: 0, renew: 0, redemption: 60, delete: 59 },
  roles: "RT",
  most: { tech: 2 },
  thick: true,
  postal: "int",
  attributes: [attribute.choice("at-ext-contact:type", ["privateperson", "organisation", "role"])],
  nameservers: [2, 8],
  host_objects: false,
  zone_hours: 6,
  auth: { length: [6, 16] },
  transfer: { days: 0, adds: 0, confirm: "both" },
  lock: null,
  registry_lock: true,
  whois: "whois.nic.at"
})

/** Terms of one year, renewed by the registry itself; there is no renew command. */
const switzerland = family(
  {
    type: "ccTLD",
    backend: "switch",
    years: [1, 1],
    renewal: "automatic",
    grace: { add: 0, renew: 0, redemption: 40, delete: 0 },
    roles: "Rt",
    thick: true,
    postal: "loc",
    privacy: false,
    zone_hours: 12,
    auth: { length: [6, 60] },
    transfer: { days: 0, adds: 0, confirm: "none" },
    lock: null,
    registry_lock: true,
    label: [3, 63]
  },
  { name: "ch", whois: "whois.nic.ch", rdap: "https://rdap.nic.ch" },
  { name: "li", whois: "whois.nic.li", rdap: "https://rdap.nic.li" }
)

export const germanSpeaking = [de, at, ...switzerland]
