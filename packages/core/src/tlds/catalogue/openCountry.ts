import { family, tldSpec } from "./tldSpec.ts"

const identityDigital = family(
  {
    type: "ccTLD",
    backend: "identity-digital",
    roles: "RATb",
    grace: { restore: 5 },
    registry_lock: true,
    idn: false,
    czds: true,
    whois: "whois.identitydigital.services",
    rdap: "https://rdap.identitydigital.services/rdap"
  },
  { name: "ag", thick: true },
  {
    name: "ai",
    thick: true,
    years: [2, 10],
    grace: { restore: 5, delete: 15 },
    transfer: { adds: 2 },
    premium: true
  },
  { name: "bz" },
  { name: "io", thick: true, premium: true },
  { name: "me", thick: true, premium: true, idn: true },
  { name: "mn", thick: true },
  { name: "sc", thick: true },
  { name: "vc" }
)

const centralNic = family(
  {
    type: "ccTLD",
    backend: "centralnic",
    roles: "RaTb",
    thick: true,
    contacts_move: true,
    grace: { renew: 5, delete: 0 },
    premium: true,
    czds: true,
    whois: "whois.centralnic.com",
    rdap: "https://rdap.centralnic.com"
  },
  { name: "co.nl" },
  { name: "com.de", thick: false },
  { name: "com.se" },
  { name: "fm", whois: "whois.nic.fm", rdap: "https://rdap.centralnic.com/fm" },
  { name: "vg", whois: "whois.nic.vg", rdap: "https://rdap.centralnic.com/vg" },
  {
    name: "co",
    years: [1, 5],
    roles: "RATb",
    grace: {},
    czds: false,
    reserved: true,
    whois: "whois.registry.co",
    rdap: "https://rdap.registry.co"
  }
)

const others = [
  tldSpec({
    name: "cc",
    type: "ccTLD",
    backend: "verisign",
    roles: "RAT",
    registry_lock: true,
    whois: "ccwhois.verisign-grs.com",
    rdap: "https://tld-rdap.verisign.com/cc/v1"
  }),
  tldSpec({
    name: "to",
    type: "ccTLD",
    backend: "tonic",
    roles: "Ratb",
    attempt: 1,
    lock: [0, 0],
    premium: true,
    czds: true
  }),
  tldSpec({
    name: "tv",
    type: "ccTLD",
    backend: "godaddy",
    roles: "RaTb",
    thick: true,
    contacts_move: true,
    postal: "int",
    privacy: false,
    premium: true,
    registry_lock: true,
    idn: false,
    whois: "whois.nic.tv",
    rdap: "https://rdap.godaddy.com"
  }),
  tldSpec({
    name: "ws",
    type: "ccTLD",
    backend: "global-domains",
    roles: "R",
    grace: { restore: 0 },
    auth: { length: [12, 63] },
    label: [4, 63],
    premium: true,
    whois: "whois.website.ws"
  })
]

/** Country-code TLDs without restrictions, sold under generic rules, and the suffixes of CentralNic. */
export const openCountry = [...identityDigital, ...centralNic, ...others]
