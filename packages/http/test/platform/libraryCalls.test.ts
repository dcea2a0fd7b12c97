import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { callerCalls } from "../../../core/src/embed/calls.ts"
import { operations } from "../../src/platform/operations.ts"
import { rulesOf } from "../../src/shared/OperationRules.ts"

/** The promise call of each REST operation. */
const callOf: Readonly<Record<string, string>> = {
  listCredentials: "apiKeys.page",
  createCredential: "apiKeys.create",
  updateCredential: "apiKeys.update",
  revokeCredential: "apiKeys.revoke",
  listUsers: "users.page",
  createUser: "users.create",
  inviteUser: "users.invite",
  getUser: "users.get",
  updateUser: "users.update",
  deleteUser: "users.remove",
  getUserPermissions: "users.permissions",
  getUserRole: "users.role",
  assignUserRole: "users.assignRole",
  listUserRoles: "users.role",
  changeUserRoles: "users.assignRole",
  listIpRestrictions: "ipRestrictions.list",
  createIpRestriction: "ipRestrictions.create",
  getIpRestriction: "ipRestrictions.get",
  updateIpRestriction: "ipRestrictions.update",
  deleteIpRestriction: "ipRestrictions.remove",
  listRolePermissions: "roles.permissions",
  listRoles: "roles.list",
  createRole: "roles.create",
  getRole: "roles.get",
  updateRole: "roles.update",
  deleteRole: "roles.remove",
  listOrganizations: "organizations.page",
  createOrganization: "organizations.create",
  getOrganization: "organizations.get",
  updateOrganization: "organizations.update",
  deleteOrganization: "organizations.remove",
  getOrganizationLimits: "organizations.limits",
  updateOrganizationLimits: "organizations.updateLimits",
  deactivateOrganization: "organizations.deactivate",
  activateOrganization: "organizations.activate",
  listOwnAttributes: "organizations.attributes",
  updateOwnAttributes: "organizations.updateAttributes",
  listAttributes: "organizations.attributes",
  updateAttributes: "organizations.updateAttributes",
  listAttributesSwapped: "organizations.attributes",
  updateAttributesSwapped: "organizations.updateAttributes",
  listTransactions: "transactions.page",
  getTransaction: "transactions.get",
  listInvoices: "invoices.page",
  listReceipts: "receipts.page",
  downloadInvoice: "invoices.file",
  listPrices: "prices.list",
  listObjectLogs: "objectLogs.page",
  listRequestHistory: "requestHistory.page",
  listEvents: "events.page",
  getEvent: "events.get",
  acknowledgeEvent: "events.acknowledge",
  listTags: "tags.page",
  createTag: "tags.create",
  changeObjectTags: "tags.changeTags",
  getTag: "tags.get",
  updateTag: "tags.update",
  deleteTag: "tags.remove",
  changeTagObjects: "tags.changeObjects",
  listContacts: "contacts.page",
  createContact: "contacts.create",
  getContact: "contacts.get",
  deleteContact: "contacts.remove",
  listContactAttributeSets: "attributeSets.page",
  createContactAttributeSet: "attributeSets.create",
  getContactAttributeSet: "attributeSets.get",
  updateContactAttributeSet: "attributeSets.update",
  deleteContactAttributeSet: "attributeSets.remove",
  linkContactAttributeSet: "attributeSets.link",
  unlinkContactAttributeSet: "attributeSets.unlink",
  listContactVerifications: "contacts.verifications",
  attestContact: "contacts.attest",
  getContactVerification: "contactVerifications.get",
  startContactVerification: "contactVerifications.start",
  completeContactVerification: "contactVerifications.complete",
  cancelContactVerification: "contactVerifications.cancel",
  listHosts: "hosts.page",
  createHost: "hosts.create",
  getHost: "hosts.get",
  replaceHost: "hosts.replace",
  deleteHost: "hosts.remove",
  listZones: "zones.page",
  createZone: "zones.create",
  quoteDomain: "domains.quote",
  getClaimsNotices: "domains.claimsNotices",
  getZoneSummary: "zones.summary",
  getZone: "zones.get",
  deleteZone: "zones.remove",
  getZonePublication: "zones.publication",
  replaceZoneRrsets: "zones.replaceRrsets",
  patchZoneRrsets: "zones.patchRrsets",
  patchZoneRecords: "zones.patchRecords",
  listZoneChanges: "zoneChanges.page",
  getZoneChange: "zoneChanges.get",
  restoreZone: "zones.restore",
  getZoneMasterFile: "zones.exportMasterFile",
  importZoneMasterFile: "zones.importMasterFile",
  enableZoneDnssec: "zones.enableDnssec",
  disableZoneDnssec: "zones.disableDnssec",
  rollZoneDnssec: "zones.rollDnssec",
  claimZone: "zones.claim",
  listDomains: "domains.page",
  createDomain: "domains.register",
  getDomainSummary: "domains.summary",
  getDomainStatistics: "domains.statistics",
  listWaitlist: "waitlist.entries",
  applyForProduct: "waitlist.apply",
  getWhitelabel: "branding.configuration",
  createWhitelabel: "branding.create",
  updateWhitelabel: "branding.update",
  upgradeWhitelabel: "branding.upgrade",
  recheckWhitelabel: "branding.recheck",
  restoreWhitelabel: "branding.restore",
  getBrandingDocument: "branding.document",
  replaceBrandingDocument: "branding.saveDocument",
  saveBrandingDocument: "branding.saveDocument",
  listBrandingAssets: "branding.assets",
  uploadBrandingAsset: "branding.uploadAsset",
  deleteBrandingAsset: "branding.removeAsset",
  listBrandingEmails: "branding.emailTemplates",
  previewBrandingEmail: "branding.previewEmail",
  getUsageSeries: "usage.series",
  getUsageSummary: "usage.summary",
  getDomain: "domains.get",
  updateDomain: "domains.update",
  deleteDomain: "domains.remove",
  checkDomains: "domains.check",
  suggestDomains: "availability.suggest",
  checkAvailability: "availability.check",
  streamAvailability: "availability.stream",
  streamAvailabilityOfQuery: "availability.stream",
  renewDomain: "domains.renew",
  restoreDomain: "domains.restore",
  transferDomain: "domains.transferIn",
  cancelTransfer: "domains.cancelTransfer",
  decideOutboundTransfer: "domains.decideTransfer",
  requestBeAuthCode: "domains.requestAuthCode",
  requestCymruAuthCode: "domains.requestAuthCode",
  requestCzAuthCode: "domains.requestAuthCode",
  requestDkAuthCode: "domains.requestAuthCode",
  requestEuAuthCode: "domains.requestAuthCode",
  requestLtAuthCode: "domains.requestAuthCode",
  requestNuAuthCode: "domains.requestAuthCode",
  requestSeAuthCode: "domains.requestAuthCode",
  requestWalesAuthCode: "domains.requestAuthCode",
  withdrawDomain: "domains.withdraw",
  transitDomain: "domains.transit",
  releaseDomain: "domains.release",
  handInDeclaration: "domains.handInDeclaration",
  resendDeclaration: "domains.resendDeclaration",
  getDomainDnssec: "domains.dnssec",
  replaceDomainDnssec: "domains.replaceDnssec",
  deleteDomainDnssec: "domains.removeDnssec",
  enableDomainDnssec: "domains.enableDnssec",
  disableDomainDnssec: "domains.disableDnssec",
  listTlds: "tlds.list",
  listOfferedTlds: "tlds.portfolio",
  getTld: "tlds.get",
  listVanitySets: "vanityNameservers.page",
  createVanitySet: "vanityNameservers.create",
  checkVanitySet: "vanityNameservers.check",
  clearDefaultVanitySet: "vanityNameservers.clearDefault",
  getVanitySet: "vanityNameservers.get",
  updateVanitySet: "vanityNameservers.update",
  deleteVanitySet: "vanityNameservers.remove",
  setDefaultVanitySet: "vanityNameservers.makeDefault",
  restoreVanitySet: "vanityNameservers.restore",
  retryVanitySet: "vanityNameservers.retry",
  listVanitySetZones: "vanityZones.page",
  assignVanitySet: "vanityNameservers.assign",
  listRegistrarCredentials: "registrars.page",
  connectRegistrar: "registrars.connect",
  getRegistrarCredential: "registrars.get",
  rotateRegistrarCredential: "registrars.rotate",
  deleteRegistrarCredential: "registrars.remove",
  syncRegistrarCredential: "registrars.sync",
  listWebhooks: "webhooks.page",
  createWebhook: "webhooks.create",
  getWebhook: "webhooks.get",
  updateWebhook: "webhooks.update",
  deleteWebhook: "webhooks.remove",
  rotateWebhookSecret: "webhooks.rotateSecret",
  testWebhook: "webhooks.test",
  replayWebhookEvents: "webhooks.replay",
  listWebhookDeliveries: "webhookDeliveries.page",
  getWebhookDelivery: "webhookDeliveries.get",
  replayWebhookDelivery: "webhookDeliveries.replay",
  submitBatch: "jobs.submit",
  listBatches: "batches.page",
  getBatch: "batches.get",
  cancelBatch: "batches.cancel",
  listBatchJobs: "jobs.page",
  pauseBatch: "batches.pause",
  resumeBatch: "batches.resume",
  retryBatch: "batches.retry",
  getJob: "jobs.get",
  cancelJob: "jobs.cancel",
  pauseJob: "jobs.pause",
  resumeJob: "jobs.resume",
  retryJob: "jobs.retry",
  listReports: "reports.page",
  createReport: "reports.create",
  getReport: "reports.get",
  downloadReport: "reports.download",
  listApprovals: "approvals.page",
  getAgentPolicy: "approvals.policy",
  replaceAgentPolicy: "approvals.replacePolicy",
  getApproval: "approvals.get"
}

const ofLink = "for the holder of a link, who is no caller; a page of the host calls contactVerifications.complete"

const ofDeclaration = "for the holder of a link, who is no caller; a page of the host calls domains.handInDeclaration"

/** Calls without an operation: the interface has no payments and no versions of documents, which are for dashboards. */
const withoutOperation: ReadonlyArray<string> = [
  "branding.checkSender",
  "branding.removeSender",
  "branding.restoreVersion",
  "branding.saveSender",
  "branding.sender",
  "branding.version",
  "branding.versions",
  "payments.get",
  "payments.page",
  "payments.start"
]

/** Operations without a promise call, with the reason. */
const withoutCall: Readonly<Record<string, string>> = {
  revokeToken: "is about a token of HTTP requests",
  introspectToken: "is about a token of HTTP requests",
  issueToken: "exchanges an API key for a token of HTTP requests; the host authenticates its callers itself",
  introspectCredential: "describes the API key of the request; calls of the library are made without one",
  listLogsOfObject: "is objectLogs.page with the filter object_id",
  getVerificationContact: ofLink,
  confirmVerification: ofLink,
  openVerificationLink: ofLink,
  submitVerificationLink: ofLink,
  getDeclaration: ofDeclaration,
  signDeclaration: ofDeclaration,
  submitDeclaration: ofDeclaration,
  getCurrentUser: "describes the user of the request; the host names its user to platform.as"
}

const endpoints = [...operations.values()]

const methods = Object.entries(callerCalls).flatMap(([group, calls]) =>
  Object.keys(calls).map((method) => `${group}.${method}`)
)

const sources = globSync(fileURLToPath(new URL("../../../core/src/**/*Calls.ts", import.meta.url)))
  .map((path) => readFileSync(path, "utf8")).join("\n")

/** Rights that the documentation of a call names. */
const documentedRights = (call: string): ReadonlyArray<string> => {
  const [group, method] = call.split(".")
  const comment = new RegExp(
    `/\\*\\*((?:(?!\\*/)[\\s\\S])*caller\\.${group}\\.${method}\\((?:(?!\\*/)[\\s\\S])*)\\*/\\s+readonly ${method}: `
  ).exec(sources)
  const [, rights = ""] = /Rights: (.*)/.exec(comment?.[1] ?? "") ?? []
  return [...rights.matchAll(/`([a-z_]+:[a-z]+)`/g)].map(([, right = ""]) => right)
}

describe("the REST operations", () => {
  it("have a promise call each, or a reason why they have none", () => {
    const names = endpoints.map(({ identifier }) => identifier)
    assert.sameMembers(names, [...Object.keys(callOf), ...Object.keys(withoutCall)])
  })

  it("are the promise calls, besides the iterations and the entity tags, which are a header of reads", () => {
    const called = new Set(Object.values(callOf))
    assert.sameMembers(
      [...called, ...withoutOperation],
      methods.filter((method) => !/\.(all|entityTag)$/.test(method))
    )
    for (const page of methods.filter((method) => method.endsWith(".page"))) {
      assert.include(methods, page.replace(/page$/, "all"))
    }
  })

  it("need the rights that the documentation of their calls names", () => {
    const different = endpoints.flatMap((endpoint) => {
      const call = callOf[endpoint.identifier]
      if (call === undefined) return []
      const rights = rulesOf(endpoint).rights.toSorted()
      const documented = documentedRights(call).toSorted()
      return rights.join() === documented.join() ? [] : [`${call}: ${documented.join()} instead of ${rights.join()}`]
    })
    assert.deepStrictEqual(different, [])
  })
})
