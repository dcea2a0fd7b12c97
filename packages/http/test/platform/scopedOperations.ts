/**
 * Answer of an operation that restricted credentials can call. `hidden` operations do not find objects outside of the
 * scope, `filtered` ones leave them out, and `open` ones show no object of an organization. `refused` depends on the
 * commands of a batch; that of the sample does not enforce restrictions.
 */
export type ScopedUse = "hidden" | "filtered" | "open" | "refused"

/** Answers of the operations that enforce restrictions. */
export const scopedUses: Readonly<Record<string, ScopedUse>> = {
  introspectCredential: "open",
  checkAvailability: "open",
  checkDomains: "open",
  getTld: "open",
  listOfferedTlds: "open",
  listTlds: "open",
  streamAvailability: "open",
  streamAvailabilityOfQuery: "open",
  suggestDomains: "open",

  getDomainSummary: "filtered",
  getZoneSummary: "filtered",
  listDomains: "filtered",
  listTags: "filtered",
  listZones: "filtered",

  deleteDomain: "hidden",
  deleteDomainDnssec: "hidden",
  getDomain: "hidden",
  getDomainDnssec: "hidden",
  renewDomain: "hidden",
  replaceDomainDnssec: "hidden",
  restoreDomain: "hidden",
  updateDomain: "hidden",

  disableZoneDnssec: "hidden",
  enableZoneDnssec: "hidden",
  getZone: "hidden",
  getZoneChange: "hidden",
  getZoneMasterFile: "hidden",
  getZonePublication: "hidden",
  importZoneMasterFile: "hidden",
  listZoneChanges: "hidden",
  patchZoneRecords: "hidden",
  patchZoneRrsets: "hidden",
  replaceZoneRrsets: "hidden",
  restoreZone: "hidden",
  rollZoneDnssec: "hidden",

  getTag: "hidden",

  submitBatch: "refused",

  cancelBatch: "hidden",
  cancelJob: "hidden",
  getBatch: "hidden",
  getJob: "hidden",
  listBatchJobs: "hidden",
  pauseBatch: "hidden",
  pauseJob: "hidden",
  resumeBatch: "hidden",
  resumeJob: "hidden",
  retryBatch: "hidden",
  retryJob: "hidden"
}
