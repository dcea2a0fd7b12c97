import * as attribute from "./attribute.ts"
import { family, tldSpec } from "./tldSpec.ts"

/** There are no auth codes: the losing registrar changes the tag, and the transfer waits for it. */
const uk = tldSpec({
  name: ["uk", "co.uk", "me.uk", "org.uk"],
  type: "ccTLD",
  backend: "nominet",
  renewal: "command",
  attempt: 0,
  grace: { renew: 30, redemption: 60, restore: 0 },
  sync: ["registration", "renewal"],
  roles: "Ratb",
  // A transfer keeps the registrant.
  transfer_roles: "r",
  thick: true,
  privacy: false,
  attributes: [
    attribute.choice("NOMINET_CONTACT_TYPE", [
      "LTD",
      "PLC",
      "PTNR",
      "STRA",
      "LLP",
      "IP",
      "IND",
      "SCH",
      "RCHAR",
      "GOV",
      "CRC",
      "STAT",
      "OTHER",
      "FIND",
      "FCORP",
      "FOTHER"
    ], { roles: ["registrant"] }),
    attribute.text("NOMINET_CO_NO", { roles: ["registrant"] }),
    attribute.text("NOMINET_TRAD_NAME", { roles: ["registrant"] })
  ],
  nameservers: [0, 10],
  auth: null,
  transfer: { days: null, adds: 0, confirm: "registrar" },
  lock: [0, 0],
  registry_lock: true,
  idn: false,
  whois: "whois.nic.uk",
  rdap: "https://rdap.nominet.uk/uk"
})

const wales = family(
  {
    type: "gTLD",
    backend: "nominet",
    roles: "Ratb",
    thick: true,
    privacy: false,
    nameservers: [0, 10],
    auth: { by: "registry", valid: "P14D" },
    transfer: { days: 0, adds: 0, confirm: "registrar" },
    lock: [0, 0],
    registry_lock: true,
    available_since: "2015-03-01"
  },
  { name: "wales", whois: "whois.nic.wales", rdap: "https://rdap.nominet.uk/wales" },
  { name: "cymru", whois: "whois.nic.cymru", rdap: "https://rdap.nominet.uk/cymru" }
)

const channelIslands = family(
  {
    type: "ccTLD",
    backend: "island-networks",
    grace: { add: 0, renew: 31, redemption: 12, restore: 0, delete: 12 },
    roles: "Ratb",
    thick: true,
    privacy: false,
    nameservers: [1, 13],
    auth: { length: [6, 16] },
    transfer: { days: 0, confirm: "none" },
    reserved: true
  },
  { name: "gg", whois: "whois.gg" },
  { name: "je", whois: "whois.je" }
)

export const britishIsles = [uk, ...wales, ...channelIslands]
