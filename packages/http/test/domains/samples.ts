import type { OperationSamples } from "../platform/operationSamples.ts"

const contact = "contact_01h455vb4pex5vsknk084sn02q"
const contacts = { registrant: contact, admin: contact, tech: contact, billing: contact }
const token = "?token=Bk0wX8yZ1cVd7RfT2gHj4KlM9nPqS5uW3xYzAaBbCcD"
const year = { unit: "y", value: 1 }

export const samples: OperationSamples = {
  createDomain: { body: { name: "new.com", renewal_mode: "renew", contacts, period: year } },
  quoteDomain: { body: { command: "renew", domain_reference: "quoted.com", order: { period: year } } },
  getClaimsNotices: { body: { claims_keys: ["2013041500/9/1/3/claims-sample.com"] } },
  updateDomain: { body: { renewal_mode: "expire" } },
  getDomainStatistics: { query: "?start_date=2026-01-01&end_date=2026-01-31" },
  checkDomains: { query: "?domains=new.com" },
  renewDomain: { body: { period: year } },
  restoreDomain: { body: {} },
  transferDomain: { body: { name: "other.com", renewal_mode: "renew", auth_code: "abcd-1234", contacts } },
  withdrawDomain: { body: { zone_delete: true } },
  transitDomain: { body: { disconnect: false } },
  releaseDomain: { body: { tag: "RIVAL" } },
  handInDeclaration: { body: { accept_name: "Ada Lovelace" } },
  getDeclaration: { query: token },
  signDeclaration: { query: token, body: { accept_name: "Ada Lovelace" } },
  submitDeclaration: { query: token },
  decideOutboundTransfer: { body: { action: "approve" } },
  replaceDomainDnssec: { body: [] }
}
