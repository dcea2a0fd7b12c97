import { Schema } from "effect"
import { errorCatalogue, type ErrorCode, type ErrorKind } from "../shared/index.ts"

/** Class of a job's failure, by which callers can retry. Source: REST specification, "Errors", job error classes. */
export const JobErrorClass = Schema.Literals([
  "ValidationError",
  "TimeoutError",
  "DomainUnavailable",
  "DomainsClientError",
  "DomainRegistryPolicyError",
  "DomainRegistryTemporaryError",
  "BillingInsufficientFundsError",
  "DnsValidationError",
  "DnsProtectedError",
  "NotFoundError",
  "ConflictError",
  "PermissionError",
  "PremiumPriceError",
  "ClaimsError",
  "ParkingAgreementRequired",
  "InternalError"
]).annotate({ identifier: "JobErrorClass" })
export type JobErrorClass = typeof JobErrorClass.Type

/** Classes of failures that another attempt may avoid. */
const transient: ReadonlySet<JobErrorClass> = new Set<JobErrorClass>([
  "DomainRegistryTemporaryError",
  "TimeoutError",
  "DomainsClientError",
  "InternalError"
])

/** True if the job is attempted again after a pause. */
export const isTransient = (errorClass: JobErrorClass): boolean => transient.has(errorClass)

/** Classes of codes that differ from the class of the code's kind in the catalogue. */
const exceptions: Partial<Record<ErrorCode, JobErrorClass>> = {
  ERROR_DOMAIN_EXISTS: "DomainUnavailable",
  ERROR_DOMAIN_UNAVAILABLE: "DomainUnavailable",
  ERROR_DNS_RRSET_PROTECTED: "DnsProtectedError",
  ERROR_ZONE_VALIDATION_FAILED: "DnsValidationError",
  ERROR_PREMIUM_PRICE_MISMATCH: "PremiumPriceError",
  ERROR_PREMIUM_PRICE_NOT_APPLICABLE: "PremiumPriceError",
  ERROR_CLAIMS_NOTICE_NOT_FOUND: "ClaimsError",
  ERROR_CLAIMS_NOTICE_HASH_MISMATCH: "ClaimsError",
  ERROR_REGISTRY_POLICY: "DomainRegistryPolicyError",
  ERROR_REGISTRY_UNAVAILABLE: "DomainRegistryTemporaryError",
  ERROR_DOMAIN_TRANSFER_INVALID_AUTH_CODE: "DomainRegistryPolicyError"
}

const byKind: Record<ErrorKind, JobErrorClass> = {
  rejected: "ValidationError",
  invalid: "ValidationError",
  unsupported: "ValidationError",
  tooLarge: "ValidationError",
  unsupportedType: "ValidationError",
  unauthenticated: "PermissionError",
  forbidden: "PermissionError",
  paymentRequired: "BillingInsufficientFundsError",
  notFound: "NotFoundError",
  conflict: "ConflictError",
  busy: "DomainRegistryTemporaryError",
  outdated: "ConflictError",
  rateLimited: "DomainsClientError",
  upstream: "DomainsClientError",
  unavailable: "DomainsClientError",
  internal: "InternalError"
}

/** The class of a failure, from its code in the catalogue. */
export const errorClassOf = (code: ErrorCode): JobErrorClass => exceptions[code] ?? byKind[errorCatalogue[code].kind]
