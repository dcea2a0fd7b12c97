import type { RegistryMethod } from "../simulator/index.ts"

/** The queries of a registry. They change nothing, so a query without an answer may be repeated. */
export const registryQueries = [
  "checkDomains",
  "infoDomain",
  "queryTransfer",
  "infoContact",
  "infoHost",
  "nextMessage",
  "acknowledgeMessage"
] as const satisfies ReadonlyArray<RegistryMethod>

/** The commands of a registry that change something. The outcome of one without an answer is looked up. */
export const registryTransforms = [
  "createDomain",
  "renewDomain",
  "updateDomain",
  "deleteDomain",
  "restoreDomain",
  "requestTransfer",
  "cancelTransfer",
  "approveTransfer",
  "rejectTransfer",
  "requestAuthCode",
  "releaseDomain",
  "createContact",
  "deleteContact",
  "reportVerification",
  "createHost",
  "updateHost",
  "deleteHost"
] as const satisfies ReadonlyArray<RegistryMethod>

/** Behaviour of a registry that its commands do not show. The contract of drivers runs the cases of those declared. */
export const registryFeatures = [
  /** Domains have the statuses of RFC 5731, section 2.3: `inactive` without nameservers, and those of clients. */
  "statuses",
  /** Terms of one to ten years, in whole years or as twelve months. */
  "terms",
  /** Registrars set auth codes of 8 to 32 characters, and the registry shows them to the sponsor alone. */
  "authCodes",
  /** A domain has exactly one registrant, one admin and one tech contact. */
  "contactRoles",
  /** Registrars choose handles, and contact data is checked by the limits of RFC 5733. */
  "contactChecks",
  /** At most 13 nameservers, none twice. Updates that repeat an addition or removal are refused. */
  "nameserverChecks",
  /** International names, in their ASCII form. */
  "internationalNames",
  /** DS records (RFC 5910, section 4.1), at most 8. */
  "dsRecords",
  /** DNSKEY records instead of DS records (RFC 5910, section 4.2). */
  "keyRecords",
  /** Nameservers are attributes of domains, with addresses if they are below the domain (RFC 5731, section 1.1). */
  "hostAttributes",
  /** Domains show their grace periods: 5 days after a registration, renewal and transfer, 45 after an automatic renewal. */
  "gracePeriods",
  /** Deleted domains are in redemption for 30 days, then pending deletion for 5. */
  "redemption",
  /** The registry renews domains for a year at the end of their term. */
  "automaticRenewals",
  /** A transfer waits 5 days for the decision of the losing registrar, and renews the domain for a year. */
  "pendingTransfers",
  /** A transfer with the right auth code completes at once. */
  "immediateTransfers",
  /** A command with the id of an earlier one returns the first result. */
  "repeatableCommands",
  /** The registries apply the rules of `contractTlds` of `@namewright/conformance`. */
  "contractTlds",
  /** Labels such as `premium` and `pending` have the meaning that they have for the simulator. */
  "simulatedNames"
] as const
export type RegistryFeature = (typeof registryFeatures)[number]

/** One ability of a driver and its registry: a command, or behaviour. */
export type RegistryCapability = RegistryMethod | RegistryFeature

/** All commands and queries. */
export const registryMethods: ReadonlyArray<RegistryMethod> = [...registryQueries, ...registryTransforms]
