import type { Permission } from "@namewright/core/shared"
import { userBody } from "../access/userBody.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { vanitySetBody } from "../vanity/vanitySetBody.ts"

/** What the table says of one operation. Path parameters are filled by their names. */
export interface OperationRow {
  /** What a credential must be allowed, all of it; nothing where any valid credential will do. */
  readonly rights: ReadonlyArray<Permission>
  /** Whether people call it, and keys of organizations cannot. */
  readonly byPeople?: boolean
  /** With a question mark. */
  readonly query?: string
  /** A body that the operation's schema accepts. */
  readonly body?: unknown
}

const contact = "contact_01h455vb4pex5vsknk084sn02q"
const contacts = { registrant: contact, admin: contact, tech: contact, billing: contact }
const year = { unit: "y", value: 1 }

/**
 * The right that each operation needs, and a request that gets as far as the check of it. Operations that need no
 * credential have no row. Source: REST specification, "Authentication".
 */
export const operationRights: Readonly<Record<string, OperationRow>> = {
  introspectCredential: { rights: [] },
  listCredentials: { rights: ["api_keys:read"] },
  createCredential: { rights: ["api_keys:manage"], body: { api_key_name: "test" } },
  revokeCredential: { rights: ["api_keys:delete"] },

  listUsers: { rights: ["users:read"] },
  createUser: { rights: ["users:manage"], body: userBody("new") },
  getCurrentUser: { rights: [], byPeople: true },
  getUser: { rights: ["users:read"] },
  updateUser: { rights: ["users:manage"], body: { first_name: "Ada" } },
  deleteUser: { rights: ["users:delete"] },
  getUserPermissions: { rights: ["users:read"] },
  getUserRole: { rights: ["users:read"] },
  assignUserRole: { rights: ["users:manage"], body: { role: "viewer" }, byPeople: true },

  listOrganizations: { rights: ["organization:read"] },
  createOrganization: { rights: ["organization:manage"], body: { name: "Example" } },
  getOrganization: { rights: ["organization:read"] },
  updateOrganization: { rights: ["organization:manage"], body: { city: "Berlin" } },
  listOwnAttributes: { rights: ["organization:read"] },
  updateOwnAttributes: { rights: ["organization:manage"], body: [] },
  listAttributes: { rights: ["organization:read"] },
  updateAttributes: { rights: ["organization:manage"], body: [] },
  listAttributesSwapped: { rights: ["organization:read"] },
  updateAttributesSwapped: { rights: ["organization:manage"], body: [] },

  listTransactions: { rights: ["billing:read"] },
  getTransaction: { rights: ["billing:read"] },
  listPrices: { rights: ["organization:read"] },

  listEvents: { rights: ["events:read"] },
  getEvent: { rights: ["events:read"] },
  acknowledgeEvent: { rights: ["events:manage"] },

  listWebhooks: { rights: ["events:read"] },
  createWebhook: { rights: ["events:manage"], body: { url: "https://receiver.example/hook" } },
  getWebhook: { rights: ["events:read"] },
  updateWebhook: { rights: ["events:manage"], body: { enabled: true } },
  deleteWebhook: { rights: ["events:manage"] },
  rotateWebhookSecret: { rights: ["events:manage"], body: {} },
  testWebhook: { rights: ["events:manage"] },
  replayWebhookEvents: { rights: ["events:manage"], body: { since: "2026-01-01T00:00:00Z" } },
  listWebhookDeliveries: { rights: ["events:read"] },
  getWebhookDelivery: { rights: ["events:read"] },
  replayWebhookDelivery: { rights: ["events:manage"] },

  listApprovals: { rights: ["organization:read"] },
  getApproval: { rights: ["organization:read"] },
  getAgentPolicy: { rights: ["organization:read"] },
  replaceAgentPolicy: {
    rights: ["organization:manage"],
    body: { require_web_approval: false, daily_spend_limit: null, read_only: false }
  },

  submitBatch: { rights: ["jobs:manage"], body: { commands: [{ command: "contact_create", payload: contactBody }] } },
  listBatches: { rights: ["jobs:read"] },
  getBatch: { rights: ["jobs:read"] },
  cancelBatch: { rights: ["jobs:manage"] },
  listBatchJobs: { rights: ["jobs:read"] },
  pauseBatch: { rights: ["jobs:manage"] },
  resumeBatch: { rights: ["jobs:manage"] },
  retryBatch: { rights: ["jobs:manage"] },
  getJob: { rights: ["jobs:read"] },
  cancelJob: { rights: ["jobs:manage"] },
  pauseJob: { rights: ["jobs:manage"] },
  resumeJob: { rights: ["jobs:manage"] },
  retryJob: { rights: ["jobs:manage"] },

  listTags: { rights: ["tags:read"] },
  createTag: { rights: ["tags:manage"], body: { type: "DOMAIN", label: "vip" } },
  changeObjectTags: { rights: ["tags:manage"], body: { type: "CONTACT", objects: [contact], replace: [] } },
  getTag: { rights: ["tags:read"] },
  updateTag: { rights: ["tags:manage"], body: { label: "vip" } },
  deleteTag: { rights: ["tags:delete"] },
  changeTagObjects: { rights: ["tags:manage"], body: { add: [contact] } },

  listContacts: { rights: ["contacts:read"] },
  createContact: { rights: ["contacts:manage"], body: contactBody },
  getContact: { rights: ["contacts:read"] },
  deleteContact: { rights: ["contacts:delete"] },

  listHosts: { rights: ["hosts:read"] },
  createHost: {
    rights: ["hosts:manage", "domains:manage"],
    body: { hostname: "ns1.example.com", ip_addresses: ["9.9.9.9"] }
  },
  getHost: { rights: ["hosts:read"] },
  replaceHost: { rights: ["hosts:manage"], body: { ip_addresses: ["9.9.9.9"] } },
  deleteHost: { rights: ["hosts:delete"] },

  listZones: { rights: ["dns:read"] },
  createZone: { rights: ["dns:manage"], body: { name: "new.example" } },
  getZoneSummary: { rights: ["dns:read"] },
  getZone: { rights: ["dns:read"] },
  deleteZone: { rights: ["dns:delete"] },
  getZonePublication: { rights: ["dns:read"] },
  replaceZoneRrsets: { rights: ["dns:manage"], body: { rrsets: [] } },
  patchZoneRrsets: { rights: ["dns:manage"], body: { ops: [] } },
  patchZoneRecords: { rights: ["dns:manage"], body: { ops: [] } },
  getZoneMasterFile: { rights: ["dns:read"] },
  importZoneMasterFile: { rights: ["dns:manage"], body: { master_file: "" } },
  listZoneChanges: { rights: ["dns:read"] },
  getZoneChange: { rights: ["dns:read"] },
  restoreZone: { rights: ["dns:manage"], body: { serial: 2026010100 } },

  listDomains: { rights: ["domains:read"] },
  createDomain: {
    rights: ["domains:manage"],
    body: { name: "new.com", renewal_mode: "renew", contacts, period: year }
  },
  getDomainSummary: { rights: ["domains:read"] },
  getDomain: { rights: ["domains:read"] },
  updateDomain: { rights: ["domains:manage"], body: { renewal_mode: "expire" } },
  deleteDomain: { rights: ["domains:delete"] },
  checkDomains: { rights: ["domains:read"], query: "?domains=new.com" },
  renewDomain: { rights: ["domains:manage"], body: { period: year } },
  restoreDomain: { rights: ["domains:manage"], body: {} },
  transferDomain: {
    rights: ["domains:manage"],
    body: { name: "other.com", renewal_mode: "renew", auth_code: "abcd-1234", contacts }
  },
  cancelTransfer: { rights: ["domains:manage"] },
  decideOutboundTransfer: { rights: ["domains:manage"], body: { action: "approve" } },
  getDomainDnssec: { rights: ["domains:read"] },
  replaceDomainDnssec: { rights: ["domains:manage"], body: [] },
  deleteDomainDnssec: { rights: ["domains:delete"] },
  enableDomainDnssec: { rights: ["domains:manage"] },
  disableDomainDnssec: { rights: ["domains:manage"] },
  enableZoneDnssec: { rights: ["dns:manage"] },
  disableZoneDnssec: { rights: ["dns:manage"] },
  rollZoneDnssec: { rights: ["dns:manage"] },
  claimZone: { rights: ["dns:manage"] },

  listVanitySets: { rights: ["vanity_ns:read"] },
  createVanitySet: { rights: ["vanity_ns:manage"], body: vanitySetBody("new.example") },
  checkVanitySet: { rights: ["vanity_ns:read"], body: { set_id: "vns_01h455vb4pex5vsknk084sn02q" } },
  clearDefaultVanitySet: { rights: ["vanity_ns:manage"] },
  getVanitySet: { rights: ["vanity_ns:read"] },
  updateVanitySet: { rights: ["vanity_ns:manage"], body: { renewal_mode: "expire" } },
  deleteVanitySet: { rights: ["vanity_ns:manage"] },
  setDefaultVanitySet: { rights: ["vanity_ns:manage"] },
  restoreVanitySet: { rights: ["vanity_ns:manage"] },
  retryVanitySet: { rights: ["vanity_ns:manage"] },
  listVanitySetZones: { rights: ["vanity_ns:read"] },
  assignVanitySet: { rights: ["dns:manage", "vanity_ns:manage"], body: { vanity_nameserver_set_id: null } },

  listTlds: { rights: ["organization:read"] },
  listOfferedTlds: { rights: ["organization:read"] },
  getTld: { rights: ["organization:read"] },

  listReports: { rights: ["organization:read"] },
  createReport: { rights: ["organization:read"] },
  getReport: { rights: ["organization:read"] },
  downloadReport: { rights: ["organization:read"] }
}
