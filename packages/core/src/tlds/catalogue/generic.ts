import type { LegalRequirement } from "../TldSpec.ts"
import { family, tldSpec } from "./tldSpec.ts"

/** Confirmation, keyed by the domain attribute that contains it. */
const confirmation = (key: string): LegalRequirement => ({
  key,
  type: "confirmation",
  operations: ["registration"],
  url: null
})

const verisign = family(
  { type: "gTLD", backend: "verisign", roles: "RAT", reserved: true, registry_lock: true },
  {
    name: "com",
    host_parents: ["com", "net"],
    whois: "whois.verisign-grs.com",
    rdap: "https://rdap.verisign.com/com/v1"
  },
  {
    name: "net",
    host_parents: ["com", "net"],
    whois: "whois.verisign-grs.com",
    rdap: "https://rdap.verisign.com/net/v1"
  },
  {
    name: "name",
    roles: "RATB",
    label: [3, 63],
    whois: "whois.nic.name",
    rdap: "https://tld-rdap.verisign.com/name/v1"
  }
)

const publicInterest = family({ type: "gTLD", backend: "pir", roles: "RAT" }, {
  name: "org",
  label: [2, 63],
  czds: true,
  reserved: true,
  registry_lock: true,
  whois: "whois.publicinterestregistry.org",
  rdap: "https://rdap.publicinterestregistry.org/rdap"
})

const identityDigital = family(
  {
    type: "gTLD",
    backend: "identity-digital",
    roles: "RAT",
    grace: { restore: 5 },
    premium: true,
    registry_lock: true,
    czds: true,
    whois: "whois.identitydigital.services",
    rdap: "https://rdap.identitydigital.services/rdap"
  },
  { name: "info" },
  { name: "live" },
  { name: "agency" },
  { name: "pro" },
  { name: "mobi" },
  { name: "travel", legal: [confirmation("travel_industry_acknowledgement")] }
)

const godaddy = family(
  {
    type: "gTLD",
    backend: "godaddy",
    roles: "Ratb",
    thick: true,
    contacts_move: true,
    postal: "int",
    privacy: false,
    premium: true,
    registry_lock: true,
    whois: "whois.godaddy.com",
    rdap: "https://rdap.godaddy.com"
  },
  { name: "biz" },
  { name: "club", available_since: "2014-05-07" },
  { name: "design" }
)

const google = family(
  {
    type: "gTLD",
    backend: "google",
    roles: "RAT",
    grace: { restore: 0 },
    auth: { length: [12, 63] },
    lock: [0, 0],
    privacy: false,
    premium: true,
    reserved: true,
    registry_lock: true,
    czds: true,
    whois: "whois.registry.google",
    rdap: "https://rdap.registry.google"
  },
  { name: "app", available_since: "2018-05-08" },
  { name: "dev", available_since: "2019-02-28" },
  { name: "page" }
)

const tucows = family(
  { type: "gTLD", backend: "tucows", roles: "RAT", attempt: 1, lock: [0, 0], premium: true, czds: true },
  { name: "cloud", roles: "Ratb", whois: "whois.nic.cloud", rdap: "https://rdap.registry.cloud/rdap" },
  ...["online", "site", "store", "tech"].map((name) => ({
    name,
    whois: "whois.radix.host",
    rdap: "https://rdap.radix.host/rdap"
  })),
  {
    name: "music",
    roles: "R",
    thick: true,
    legal: [confirmation("music_registrant_attestation")],
    whois: "whois.nic.music",
    rdap: "https://rdap.registryservices.music/rdap"
  }
)

const centralNic = family(
  {
    type: "gTLD",
    backend: "centralnic",
    roles: "RaTb",
    grace: { renew: 5, delete: 0 },
    contacts_move: true,
    premium: true,
    czds: true,
    whois: "whois.centralnic.com",
    rdap: "https://rdap.centralnic.com"
  },
  { name: "xyz", available_since: "2014-06-02" },
  { name: "art", thick: true }
)

const others = [
  tldSpec({
    name: "shop",
    type: "gTLD",
    backend: "gmo-registry",
    roles: "RATB",
    auth: { length: [12, 63] },
    label: [2, 63],
    czds: true,
    whois: "whois.nic.shop",
    rdap: "https://rdap.gmoregistry.net/rdap",
    available_since: "2016-09-26",
    premium: true
  }),
  tldSpec({
    name: "blog",
    type: "gTLD",
    backend: "knock-knock",
    roles: "Ratb",
    attempt: 0,
    grace: { restore: 0 },
    contacts_move: true,
    auth: { length: [6, 16] },
    label: [3, 63],
    reserved: true,
    whois: "whois.nic.blog",
    rdap: "https://rdap.blog.fury.ca/rdap",
    premium: true
  }),
  tldSpec({
    name: "brussels",
    type: "gTLD",
    backend: "dns-belgium",
    roles: "Rat",
    thick: true,
    auth: { length: [12, 63] },
    host_objects: false,
    transfer: { confirm: "registrar" },
    label: [2, 63],
    privacy: false,
    whois: "whois.nic.brussels"
  })
]

/** Generic TLDs under registry agreements with ICANN. */
export const generic = [
  ...verisign,
  ...publicInterest,
  ...identityDigital,
  ...godaddy,
  ...google,
  ...tucows,
  ...centralNic,
  ...others
]
