import * as attribute from "./attribute.ts"
import { family, tldSpec } from "./tldSpec.ts"

const sweden = family(
  {
    type: "ccTLD",
    backend: "internetstiftelsen",
    renewal: "command",
    grace: { add: 0, renew: 10, redemption: 60, restore: 0, delete: 7 },
    roles: "Rt",
    most: { tech: 5 },
    thick: true,
    privacy: false,
    attributes: [
      attribute.text("REGISTRY_SE_ORG_NO", { required: true, roles: ["registrant"] }),
      attribute.text("REGISTRY_SE_VAT_NO")
    ],
    zone_hours: 1,
    auth: { by: "registry" },
    transfer: { days: 0, adds: 0, confirm: "none" },
    lock: [0, 0]
  },
  { name: "se", whois: "whois.iis.se" },
  { name: "nu", whois: "whois.iis.nu" }
)

const no = tldSpec({
  name: "no",
  type: "ccTLD",
  backend: "norid",
  years: [1, 1],
  renewal: "command",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 0, redemption: 0, restore: 0, delete: 0 },
  sync: ["registration", "transfer"],
  roles: "RT",
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [
    attribute.choice("NOR_ID_CONTACT_TYPE", ["PERSON", "ORGANIZATION", "ROLE"]),
    attribute.choice("NOR_ID_IDENTITY_TYPE", ["ORGANIZATION_NUMBER", "ANONYMOUS_PERSON_IDENTIFIER", "LOCAL_IDENTITY"], {
      required: true,
      roles: ["registrant"]
    }),
    attribute.text("NOR_ID_IDENTITY_VALUE", { required: true, roles: ["registrant"] })
  ],
  presence: { requirement: ["physical_address", "business_entity"], eligible_countries: ["NO"] },
  nameservers: [2, 10],
  nameserver_check: true,
  auth: { length: [8, 64] },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: [0, 0],
  idn: false,
  label: [2, 63],
  legal: [{
    key: "nor_id_applicant_declaration",
    type: "notice",
    operations: ["registration"],
    url: "https://www.norid.no/en/om-domenenavn/regelverk-for-no/"
  }],
  whois: "whois.norid.no"
})

const company = [attribute.isNot("PUNKTUM_DK_USER_TYPE", "individual")]

const dk = tldSpec({
  name: "dk",
  type: "ccTLD",
  backend: "punktum-dk",
  renewal: "both",
  grace: { add: 0, renew: 0, restore: 0, delete: 0 },
  roles: "Ra",
  thick: true,
  privacy: false,
  attributes: [
    attribute.choice("PUNKTUM_DK_USER_TYPE", ["company", "public_organization", "association", "individual"], {
      required: true,
      roles: ["registrant"]
    }),
    attribute.text("PUNKTUM_DK_CVR", { when: company }),
    attribute.text("PUNKTUM_DK_PNUMBER", { when: company }),
    attribute.text("PUNKTUM_DK_EAN", { when: [attribute.is("PUNKTUM_DK_USER_TYPE", "public_organization")] }),
    attribute.text("PUNKTUM_DK_SECONDARY_EMAIL"),
    attribute.text("PUNKTUM_DK_MOBILEPHONE"),
    attribute.text("PUNKTUM_DK_SOLE_PROPRIETORSHIP", { type: "boolean" }),
    attribute.text("PUNKTUM_DK_CONTACT_VERIFIED", { type: "boolean" })
  ],
  nameservers: [2, 7],
  nameserver_check: true,
  zone_hours: 1,
  auth: { length: [1, 255], by: "registry" },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: null,
  legal: [{
    key: "punktum_dk_terms_acceptance",
    type: "confirmation",
    operations: ["registration"],
    url: "https://www.punktum.dk/en/articles/terms-and-conditions-for-the-right-of-use-to-a-dk-domain-name"
  }],
  whois: "whois.punktum.dk"
})

const fi = tldSpec({
  name: "fi",
  type: "ccTLD",
  backend: "traficom",
  years: [1, 5],
  renewal: "command",
  grace: { add: 0, renew: 30, redemption: 0, restore: 0, delete: 0 },
  delete: "expiration",
  roles: "Ratb",
  registrant_change: "trade",
  thick: true,
  privacy: false,
  nameservers: [0, 10],
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: [0, 0],
  label: [2, 63],
  whois: "whois.fi"
})

const ee = tldSpec({
  name: "ee",
  type: "ccTLD",
  backend: "internet-ee",
  years: [1, 3],
  renewal: "command",
  grace: { add: 0, renew: 45, redemption: 0, restore: 0, delete: 0 },
  roles: "Rat",
  most: { admin: 10, tech: 10 },
  thick: true,
  contacts_move: true,
  privacy: false,
  attributes: [
    attribute.choice("INTERNET_EE_IDENT_TYPE", ["org", "priv", "birthday"], { required: true, roles: ["registrant"] }),
    attribute.text("INTERNET_EE_IDENT_CC", { type: "country_code", required: true, roles: ["registrant"] }),
    attribute.text("INTERNET_EE_IDENT_VALUE", { required: true, roles: ["registrant"] })
  ],
  nameservers: [0, 11],
  host_objects: false,
  dnssec: "DNSKEY",
  auth: { length: [1, 255], by: "registry" },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: [0, 0],
  legal: [{
    key: "internet_ee_registrant_agreement",
    type: "confirmation",
    operations: ["registration"],
    url: "https://www.internet.ee"
  }],
  whois: "whois.tld.ee"
})

const lv = tldSpec({
  name: "lv",
  type: "ccTLD",
  backend: "nic-lv",
  years: [1, 1],
  renewal: "command",
  attempt: 0,
  delete: "immediate",
  grace: { add: 0, renew: 30, redemption: 0, restore: 0, delete: 0 },
  sync: ["registration", "transfer"],
  roles: "RA",
  // A transfer keeps both contacts.
  transfer_roles: "",
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [
    attribute.text("NIC_LV_REG_NR", { roles: ["registrant"] }),
    attribute.text("NIC_LV_VAT_NR", { roles: ["registrant"] })
  ],
  nameservers: [2, 5],
  host_objects: false,
  nameserver_check: true,
  auth: { length: [12, 63] },
  idn: false,
  label: [2, 63],
  whois: "whois.nic.lv"
})

const lt = tldSpec({
  name: "lt",
  type: "ccTLD",
  backend: "domreg",
  years: [1, 5],
  grace: { add: 0, renew: 0, restore: 0, delete: 0 },
  roles: "RT",
  thick: true,
  postal: "loc",
  privacy: false,
  attributes: [attribute.text("DOMREG_LT_CONTACT_ROLE"), attribute.text("DOMREG_LT_ORG_CODE")],
  nameservers: [2, 13],
  host_objects: false,
  auth: { length: [1, 255], by: "registry", valid: "P7D" },
  transfer: { days: 0, adds: 0, confirm: "none" },
  lock: [0, 0],
  label: [2, 63],
  whois: "whois.domreg.lt",
  rdap: "https://rdap.domreg.lt"
})

export const northernEurope = [...sweden, no, dk, fi, ee, lv, lt]
