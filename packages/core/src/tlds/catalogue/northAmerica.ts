import * as attribute from "./attribute.ts"
import { tldSpec } from "./tldSpec.ts"

const us = tldSpec({
  name: "us",
  type: "ccTLD",
  backend: "godaddy",
  roles: "RaTb",
  thick: true,
  contacts_move: true,
  postal: "int",
  privacy: false,
  attributes: [
    attribute.choice("US_NEXUS_CATEGORY", ["C11", "C12", "C21", "C31", "C32"], {
      required: true,
      roles: ["registrant"]
    }),
    attribute.choice("US_APP_PURPOSE", ["P1", "P2", "P3", "P4", "P5"], { required: true, roles: ["registrant"] }),
    attribute.text("US_NEXUS_COUNTRY_CODE", {
      type: "country_code",
      required: true,
      roles: ["registrant"],
      when: [attribute.is("US_NEXUS_CATEGORY", ["C31", "C32"])]
    })
  ],
  registry_lock: true,
  idn: false,
  label: [3, 63],
  whois: "whois.nic.us",
  rdap: "https://rdap.godaddy.com"
})

/** Legal types of the Canadian presence requirements; the first list are individuals. */
export const canadianLegalTypes = {
  individual: ["CCT", "RES", "LGR", "ABO"],
  entity: ["ASS", "CCO", "EDU", "GOV", "HOP", "INB", "LAM", "MAJ", "OMK", "PLT", "PRT", "TDM", "TRD", "TRS"]
} as const

const ca = tldSpec({
  name: "ca",
  type: "ccTLD",
  backend: "cira",
  attempt: 0,
  grace: { restore: 0 },
  roles: "RAtb",
  thick: true,
  postal: "loc",
  attributes: [
    attribute.choice("CIRA_CPR", [...canadianLegalTypes.individual, ...canadianLegalTypes.entity], {
      required: true,
      roles: ["registrant"]
    }),
    attribute.choice("CIRA_CPR", canadianLegalTypes.individual, { roles: ["admin"] })
  ],
  presence: {
    requirement: ["physical_address", "business_entity"],
    eligible_countries: ["CA"],
    // Owners of Canadian trade marks and official marks may be in any country.
    exemptions: [attribute.is("CIRA_CPR", ["TDM", "OMK"])]
  },
  auth: { length: [6, 16] },
  transfer: { days: 0, confirm: "none" },
  reserved: true,
  label: [2, 63],
  whois: "whois.cira.ca",
  rdap: "https://rdap.ca.fury.ca"
})

export const northAmerica = [us, ca]
