import * as attribute from "./attribute.ts"
import { europeanEconomicArea } from "./europe.ts"
import { family, tldSpec } from "./tldSpec.ts"

const nl = tldSpec({
  name: "nl",
  type: "ccTLD",
  backend: "sidn",
  years: [1, 1],
  renewal: "automatic",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 0, redemption: 40, restore: 0, delete: 0 },
  sync: ["registration", "transfer"],
  roles: "RAT",
  most: { tech: 10 },
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [
    attribute.choice("SIDN_LEGAL_FORM", [
      "ANDERS",
      "BGG",
      "BRO",
      "BV",
      "BVI/O",
      "COOP",
      "CV",
      "EENMANSZAAK",
      "EESV",
      "KERK",
      "MAATSCHAP",
      "NV",
      "OWM",
      "PERSOON",
      "REDR",
      "STICHTING",
      "VERENIGING",
      "VOF"
    ]),
    attribute.text("SIDN_LEGAL_REG_NO"),
    attribute.text("SIDN_REGISTRANT_TYPE"),
    attribute.text("SIDN_REGISTRATION_NUMBER")
  ],
  dnssec: "DNSKEY",
  auth: { length: [12, 63] },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: null,
  label: [2, 63],
  whois: "whois.sidn.nl",
  rdap: "https://rdap.sidn.nl"
})

const be = tldSpec({
  name: "be",
  type: "ccTLD",
  backend: "dns-belgium",
  years: [1, 1],
  renewal: "automatic",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 0, redemption: 40, restore: 0, delete: 0 },
  roles: "RT",
  most: { tech: 10 },
  registrant_change: "trade",
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [attribute.choice("dnsbe:type", ["licensee", "onsite", "billing", "tech", "reseller"])],
  nameservers: [0, 9],
  host_objects: false,
  zone_hours: 1,
  dnssec: "DNSKEY",
  auth: { by: "registry", shown: false },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: [0, 0],
  registry_lock: true,
  label: [2, 63],
  whois: "whois.dns.be"
})

const eu = tldSpec({
  name: "eu",
  type: "ccTLD",
  backend: "eurid",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 0, redemption: 40, restore: 0, delete: 0 },
  roles: "RT",
  most: { tech: 2 },
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [attribute.choice("eurid:type", ["registrant", "tech", "billing", "onsite", "reseller"])],
  // Citizens of the Union may live anywhere; organizations must be established in it.
  presence: { requirement: ["business_entity"], eligible_countries: europeanEconomicArea },
  nameservers: [0, 9],
  host_objects: false,
  dnssec: "DNSKEY",
  auth: { by: "registry", valid: "P40D" },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: null,
  registry_lock: true,
  label: [2, 63],
  whois: "whois.eurid.eu"
})

const lu = tldSpec({
  name: "lu",
  type: "ccTLD",
  backend: "dns-lu",
  years: [1, 1],
  renewal: "automatic",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 0, restore: 0 },
  sync: ["registration", "transfer"],
  roles: "RAT",
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [attribute.choice("DNS_LU_CONTACT_ROLE", ["holder_pers", "holder_org", "contact"])],
  nameservers: [2, 10],
  nameserver_check: true,
  auth: null,
  transfer: { days: 12, adds: 0, confirm: "registrant" },
  lock: [60, 0],
  label: [3, 63],
  whois: "whois.dns.lu"
})

const person = [attribute.is("AFNIC_CONTACT_TYPE", "PP")]
const entity = [attribute.is("AFNIC_CONTACT_TYPE", "PM")]
const association = [...entity, attribute.is("AFNIC_PM_LEGAL_STATUS", "association")]

/** Overseas territories with their own country codes. */
const frenchTerritories = ["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "TF", "WF", "YT"]

const afnic = family(
  {
    type: "ccTLD",
    backend: "afnic",
    delete: "immediate",
    grace: { renew: 0, delete: 0 },
    roles: "RAT",
    thick: true,
    postal: "loc",
    privacy: false,
    attributes: [
      attribute.choice("AFNIC_CONTACT_TYPE", ["PP", "PM"]),
      attribute.text("AFNIC_PP_FIRST_NAME", { when: person }),
      attribute.choice("AFNIC_PM_LEGAL_STATUS", ["company", "association", "other"], { when: entity }),
      attribute.text("AFNIC_PM_SIREN", { when: entity }),
      attribute.text("AFNIC_PM_VAT", { when: entity }),
      attribute.text("AFNIC_PM_TRADEMARK", { when: entity }),
      attribute.text("AFNIC_PM_DUNS", { when: entity }),
      attribute.text("AFNIC_PM_LOCAL", { when: entity }),
      attribute.text("AFNIC_PM_ASSOC_WALDEC", { when: association }),
      attribute.text("AFNIC_PM_ASSOC_PUBL_DATE", { type: "datetime", when: association }),
      attribute.text("AFNIC_PM_ASSOC_PUBL_ANNOUNCE", { type: "integer", when: association }),
      attribute.text("AFNIC_PM_ASSOC_PUBL_PAGE", { type: "integer", when: association }),
      attribute.text("AFNIC_PM_ASSOC_DECL", { type: "datetime", when: association }),
      attribute.text("AFNIC_ID_STATUS", { roles: ["registrant"] }),
      attribute.choice("AFNIC_REACHABLE_MEDIA", ["phone", "email"], { roles: ["registrant"] }),
      attribute.text("AFNIC_REACHABLE_STATUS", { roles: ["registrant"] }),
      attribute.text("AFNIC_RESTRICTED_PUBLICATION", { type: "boolean", when: person })
    ],
    presence: {
      requirement: ["physical_address", "business_entity"],
      eligible_countries: [
        ...europeanEconomicArea,
        ...frenchTerritories,
        "CH"
      ]
    },
    nameservers: [0, 8],
    auth: { length: [12, 63] },
    transfer: { days: 8, confirm: "registrar" }
  },
  ...["fr", "pm", "re", "tf", "wf", "yt"].map((name) => ({
    name,
    whois: `whois.nic.${name}`,
    rdap: `https://rdap.nic.${name}`
  }))
)

export const westernEurope = [nl, be, eu, lu, ...afnic]
