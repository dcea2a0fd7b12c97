/**
 * Operation that restricted credentials can call. `hidden` operations do not find objects outside of the scope, `filtered`
 * ones leave them out, and `open` ones show no object of an organization.
 */
export type ScopedUse = "hidden" | "filtered" | "open"

/** Operations that keys with restricted objects can call; every other operation is refused. */
export const openToScoped: Readonly<Record<string, ScopedUse>> = {
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

/** Operations that keys with restricted RRsets can call as well; the rest of `openToScoped` is refused to them. */
export const openToRrsetScoped: ReadonlySet<string> = new Set([
  "introspectCredential",
  "checkAvailability",
  "getTld",
  "listOfferedTlds",
  "listTlds",
  "streamAvailability",
  "streamAvailabilityOfQuery",
  "suggestDomains",
  "listZones",
  "getZone",
  "getZonePublication",
  "patchZoneRecords",
  "patchZoneRrsets",
  "cancelBatch",
  "cancelJob",
  "getBatch",
  "getJob",
  "listBatchJobs",
  "pauseBatch",
  "pauseJob",
  "resumeBatch",
  "resumeJob",
  "retryBatch",
  "retryJob"
])
