/** Reaction that an error asks of the caller. Transports translate kinds, never individual errors. */
export type ErrorKind =
  | "rejected"
  | "unauthenticated"
  | "paymentRequired"
  | "forbidden"
  | "notFound"
  | "unsupported"
  /** The contents are longer than their limit. */
  | "tooLarge"
  /** The contents are of a type that the operation does not read. */
  | "unsupportedType"
  | "conflict"
  /** Another operation on the object is running; it ends without action of the caller. */
  | "busy"
  /** The object has changed since the caller read it. */
  | "outdated"
  | "invalid"
  | "rateLimited"
  | "upstream"
  | "unavailable"
  | "internal"

interface Entry {
  readonly kind: ErrorKind
  /** Kebab-case slug, the problem's `type`. */
  readonly type: string
  readonly title: string
}

const entry = <const K extends ErrorKind>(kind: K, type: string, title: string) => ({ kind, type, title })

/** Catalogue of error codes: type, title and kind of each, sorted by area. */
export const errorCatalogue = {
  ERROR_AUTHENTICATION: entry("unauthenticated", "authentication", "Authentication Error"),
  ERROR_INVALID_ORGANIZATION_CREDENTIALS: entry(
    "unauthenticated",
    "invalid-organization-credentials",
    "Authentication Error"
  ),
  ERROR_PERMISSION_DENIED: entry("forbidden", "permission-denied", "Permission Denied"),
  ERROR_ORGANIZATION_CREDENTIAL_NOT_FOUND: entry(
    "notFound",
    "organization-credential-not-found",
    "Authentication Error"
  ),
  ERROR_ROLE_NOT_FOUND: entry("notFound", "role-not-found", "Role Management Error"),
  ERROR_BUILT_IN_ROLE_IMMUTABLE: entry("conflict", "built-in-role-immutable", "Role Management Error"),
  ERROR_DUPLICATE_ROLE_NAME: entry("conflict", "duplicate-role-name", "Role Management Error"),
  ERROR_ROLE_IN_USE: entry("conflict", "role-in-use", "Role Management Error"),
  ERROR_IP_RESTRICTION_NOT_FOUND: entry("notFound", "ip-restriction-not-found", "IP Restriction Error"),
  ERROR_IP_RESTRICTION_EXISTS: entry("conflict", "ip-restriction-exists", "IP Restriction Error"),
  ERROR_IP_RESTRICTION_LOCKOUT: entry("conflict", "ip-restriction-lockout", "IP Restriction Error"),
  ERROR_IDEMPOTENCY_KEY_REUSED: entry("conflict", "idempotency-key-reused", "Idempotency Key Reused"),
  ERROR_REQUEST_IN_PROGRESS: entry("busy", "request-in-progress", "Request In Progress"),
  ERROR_PRECONDITION_FAILED: entry("outdated", "precondition-failed", "Precondition Failed"),
  ERROR_RATE_LIMITED: entry("rateLimited", "rate-limited", "Too Many Requests"),

  ERROR_ORGANIZATION_NOT_FOUND: entry("notFound", "organization-not-found", "Organization Management Error"),
  ERROR_ORGANIZATION_INACTIVE: entry("forbidden", "organization-inactive", "Organization Management Error"),
  ERROR_INDEPENDENT_BILLING_NOT_ALLOWED: entry(
    "invalid",
    "independent-billing-not-allowed",
    "Organization Management Error"
  ),
  ERROR_INDEPENDENT_BILLING_NOT_APPROVED: entry(
    "invalid",
    "independent-billing-not-approved",
    "Organization Management Error"
  ),
  ERROR_INDEPENDENT_BILLING_ATTRIBUTES_INVALID: entry(
    "invalid",
    "independent-billing-attributes-invalid",
    "Organization Management Error"
  ),
  ERROR_INDEPENDENT_BILLING_CONTACT_NOT_FOUND: entry(
    "invalid",
    "independent-billing-contact-not-found",
    "Organization Management Error"
  ),
  ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED: entry(
    "conflict",
    "organization-attribute-protected",
    "Organization Management Error"
  ),
  ERROR_ORGANIZATION_DOMAIN_LIMIT: entry("conflict", "organization-domain-limit", "Organization Management Error"),
  ERROR_ORGANIZATION_IN_USE: entry("conflict", "organization-in-use", "Organization Management Error"),
  ERROR_EXTERNAL_REFERENCE_IN_USE: entry("conflict", "external-reference-in-use", "Organization Management Error"),
  ERROR_USER_NOT_FOUND: entry("notFound", "user-not-found", "User Management Error"),
  ERROR_USER_EXISTS: entry("conflict", "user-exists", "User Management Error"),
  ERROR_USER_CANNOT_BE_INVITED: entry("conflict", "user-cannot-be-invited", "User Management Error"),
  ERROR_USER_CANNOT_DELETE_SELF: entry("conflict", "user-cannot-delete-self", "User Management Error"),
  ERROR_USER_IS_LAST_ADMIN: entry("conflict", "user-is-last-admin", "User Management Error"),
  ERROR_CANNOT_DELETE_OWNER: entry("forbidden", "cannot-delete-owner", "User Management Error"),
  ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE: entry(
    "forbidden",
    "only-owner-can-manage-admin-role",
    "User Management Error"
  ),

  ERROR_BILLING_INSUFFICIENT_FUNDS: entry("paymentRequired", "billing-insufficient-funds", "Billing Error"),
  ERROR_PRICE_UNAVAILABLE: entry("unavailable", "price-unavailable", "Billing Error"),
  ERROR_PRODUCT_NOT_AVAILABLE: entry("rejected", "product-not-available", "Billing Error"),
  ERROR_TRANSACTION_NOT_FOUND: entry("notFound", "transaction-not-found", "Billing Error"),
  ERROR_WALLET_REFERENCE_CONFLICT: entry("conflict", "wallet-reference-conflict", "Billing Error"),
  ERROR_INVOICE_NOT_FOUND: entry("notFound", "invoice-not-found", "Billing Error"),
  ERROR_INVOICE_STATE_CONFLICT: entry("conflict", "invoice-state-conflict", "Billing Error"),
  ERROR_INVOICES_OFF: entry("conflict", "invoices-off", "Billing Error"),
  ERROR_PAYMENT_NOT_FOUND: entry("notFound", "payment-not-found", "Billing Error"),
  ERROR_PAYMENT_NOTICE_INVALID: entry("rejected", "payment-notice-invalid", "Billing Error"),
  ERROR_PAYMENT_NOT_CONCLUDABLE: entry("conflict", "payment-not-concludable", "Billing Error"),
  ERROR_PAYMENT_NOT_REFUNDABLE: entry("conflict", "payment-not-refundable", "Billing Error"),
  ERROR_PAYMENT_PROVIDER_UNAVAILABLE: entry("unavailable", "payment-provider-unavailable", "Billing Error"),
  ERROR_USAGE_KEY_REUSED: entry("conflict", "usage-key-reused", "Usage Error"),
  ERROR_WAITLIST_PRODUCT_NOT_FOUND: entry("notFound", "waitlist-product-not-found", "Product Waitlist Error"),
  ERROR_WAITLIST_APPLICATION_NOT_FOUND: entry("notFound", "waitlist-application-not-found", "Product Waitlist Error"),
  ERROR_WAITLIST_ALREADY_APPLIED: entry("conflict", "waitlist-already-applied", "Product Waitlist Error"),

  ERROR_WHITELABEL_NOT_FOUND: entry("notFound", "whitelabel-not-found", "Whitelabel Error"),
  ERROR_WHITELABEL_BASE_ZONE_MISSING: entry("forbidden", "whitelabel-base-zone-missing", "Whitelabel Error"),
  ERROR_WHITELABEL_LABEL_INVALID: entry("rejected", "whitelabel-label-invalid", "Whitelabel Error"),
  ERROR_WHITELABEL_LABEL_TAKEN: entry("conflict", "whitelabel-label-taken", "Whitelabel Error"),
  ERROR_WHITELABEL_LABEL_LIMIT: entry("conflict", "whitelabel-label-limit", "Whitelabel Error"),
  ERROR_WHITELABEL_STATE: entry("conflict", "whitelabel-state", "Whitelabel Error"),
  ERROR_WHITELABEL_EMAIL_NOT_FOUND: entry("notFound", "whitelabel-email-not-found", "Whitelabel Error"),
  ERROR_WHITELABEL_ASSET_NOT_FOUND: entry("notFound", "whitelabel-asset-not-found", "Whitelabel Error"),
  ERROR_WHITELABEL_ASSET_IN_USE: entry("conflict", "whitelabel-asset-in-use", "Whitelabel Error"),
  ERROR_WHITELABEL_ASSET_LIMIT: entry("conflict", "whitelabel-asset-limit", "Whitelabel Error"),
  ERROR_WHITELABEL_ASSET_TOO_LARGE: entry("tooLarge", "whitelabel-asset-too-large", "Whitelabel Error"),
  ERROR_WHITELABEL_ASSET_TYPE_NOT_SUPPORTED: entry(
    "unsupportedType",
    "whitelabel-asset-type-not-supported",
    "Whitelabel Error"
  ),
  ERROR_WHITELABEL_SVG_REFUSED: entry("invalid", "whitelabel-svg-refused", "Whitelabel Error"),
  ERROR_WHITELABEL_VERSION_NOT_FOUND: entry("notFound", "whitelabel-version-not-found", "Whitelabel Error"),

  ERROR_CHANGES_REMOVED: entry("outdated", "changes-removed", "Change Feed Error"),
  ERROR_EVENT_NOT_FOUND: entry("notFound", "event-not-found", "Event Error"),
  ERROR_WEBHOOK_ENDPOINT_NOT_FOUND: entry("notFound", "webhook-endpoint-not-found", "Webhook Error"),
  ERROR_WEBHOOK_ENDPOINT_LIMIT: entry("conflict", "webhook-endpoint-limit", "Webhook Error"),
  ERROR_WEBHOOK_ENDPOINT_DISABLED: entry("conflict", "webhook-endpoint-disabled", "Webhook Error"),
  ERROR_WEBHOOK_DELIVERY_NOT_FOUND: entry("notFound", "webhook-delivery-not-found", "Webhook Error"),

  ERROR_BATCH_EMPTY: entry("rejected", "batch-empty", "Batch Operation Error"),
  ERROR_BATCH_JOB_CREATION_FAILED: entry("unavailable", "batch-job-creation-failed", "Batch Operation Error"),
  ERROR_BATCH_NOT_FOUND: entry("notFound", "batch-not-found", "Batch Operation Error"),
  ERROR_JOB_NOT_FOUND: entry("notFound", "job-not-found", "Batch Operation Error"),
  ERROR_JOB_STATUS_CONFLICT: entry("conflict", "job-status-conflict", "Batch Operation Error"),

  ERROR_APPROVAL_NOT_FOUND: entry("notFound", "approval-not-found", "Approval Error"),
  ERROR_APPROVAL_NOT_OPEN: entry("conflict", "approval-not-open", "Approval Error"),
  ERROR_APPROVAL_REQUIRED: entry("forbidden", "approval-required", "Approval Error"),
  ERROR_APPROVAL_DECLINED: entry("forbidden", "approval-declined", "Approval Error"),
  ERROR_AGENT_SPENDING_LIMIT: entry("forbidden", "agent-spending-limit", "Approval Error"),

  ERROR_TAG_NOT_FOUND: entry("notFound", "tag-not-found", "Tag Management Error"),
  ERROR_TAG_LABEL_ALREADY_EXISTS: entry("conflict", "tag-label-already-exists", "Tag Management Error"),
  ERROR_ILLEGAL_OBJECT_TYPE_FOR_TAG: entry("rejected", "illegal-object-type-tag", "Tag Management Error"),

  ERROR_TLD_NOT_FOUND: entry("notFound", "tld-not-found", "TLD ERROR"),
  ERROR_TLD_NOT_AVAILABLE: entry("rejected", "domain-tld-not-available", "Domain Management Error"),

  ERROR_CONTACT_NOT_FOUND: entry("notFound", "contact-not-found", "Contact Management Error"),
  ERROR_CONTACT_IN_USE: entry("conflict", "contact-in-use", "Contact Management Error"),
  ERROR_CONTACT_ATTRIBUTE_SET_NOT_FOUND: entry(
    "notFound",
    "contact-attribute-set-not-found",
    "Contact Attribute Set Error"
  ),
  ERROR_CONTACT_ATTRIBUTE_SET_IN_USE: entry("conflict", "contact-attribute-set-in-use", "Contact Attribute Set Error"),
  ERROR_CONTACT_ATTRIBUTE_SET_LABEL_ALREADY_EXISTS: entry(
    "conflict",
    "contact-attribute-set-label-already-exists",
    "Contact Attribute Set Error"
  ),
  ERROR_CONTACT_ATTRIBUTE_LINK_ALREADY_EXISTS: entry(
    "conflict",
    "contact-attribute-link-already-exists",
    "Contact Attribute Set Error"
  ),
  ERROR_CONTACT_VERIFICATION_UPSTREAM_NOT_FOUND: entry(
    "notFound",
    "contact-verification-upstream-not-found",
    "Contact Not Registered with Verification Service"
  ),
  ERROR_DOMAIN_VERIFICATION_INCONSISTENT_METHOD_PROOF: entry(
    "rejected",
    "domain-verification-inconsistent-method-proof",
    "Domain Verification Inconsistent Method/Proof"
  ),
  ERROR_DOMAIN_VERIFICATION_INVALID_COMBINATION: entry(
    "invalid",
    "domain-verification-invalid-combination",
    "Domain Verification Error"
  ),
  ERROR_CONTACT_VERIFICATION_NOT_FOUND: entry(
    "notFound",
    "contact-verification-not-found",
    "Contact Management Error"
  ),
  ERROR_CONTACT_VERIFICATION_INVALID_TYPE: entry(
    "unsupported",
    "contact-verification-type-invalid",
    "Contact Management Error"
  ),
  ERROR_CONTACT_VERIFICATION_MISSING_PERMISSIONS: entry(
    "forbidden",
    "contact-verification-type-missing-permissions",
    "Contact Management Error"
  ),
  ERROR_INVALID_VERIFICATION_TOKEN: entry("rejected", "contact-verification-token-invalid", "Contact Management Error"),

  ERROR_HOST_NOT_FOUND: entry("notFound", "host-not-found", "Host Management Error"),
  ERROR_PARENT_DOMAIN_NOT_FOUND: entry("notFound", "parent-domain-not-found", "Host Management Error"),
  ERROR_HOST_ALREADY_EXISTS: entry("conflict", "host-already-exists", "Host Management Error"),
  ERROR_HOST_IN_USE: entry("conflict", "host-in-use", "Host Management Error"),
  ERROR_HOST_OBJECTS_NOT_SUPPORTED: entry("invalid", "host-object-not-supported", "Host Management Error"),

  ERROR_ZONE_NOT_FOUND: entry("notFound", "dns-zone-not-found", "DNS Error"),
  ERROR_ZONE_ALREADY_EXISTS: entry("conflict", "dns-zone-already-exists", "DNS Error"),
  ERROR_ZONE_IN_USE: entry("conflict", "dns-zone-in-use", "DNS Error"),
  ERROR_ZONE_NAME_HELD: entry("conflict", "dns-zone-name-held", "DNS Error"),
  ERROR_ZONE_DISPLACED: entry("conflict", "dns-zone-displaced", "DNS Error"),
  ERROR_ZONE_VERSION_NOT_FOUND: entry("notFound", "dns-zone-version-not-found", "DNS Error"),
  ERROR_ZONE_VALIDATION_FAILED: entry("invalid", "dns-zone-validation", "DNS Error"),
  ERROR_DNS_RRSET_PROTECTED: entry("conflict", "dns-rrset-protected", "DNS Error"),
  ERROR_DNS: entry("rejected", "dns", "DNS Error"),
  ERROR_DOMAIN_DNSSEC_NOT_SUPPORTED: entry("invalid", "domain-dnssec-not-supported", "Domain Management Error"),
  ERROR_DOMAIN_DNSSEC_DIGEST_POLICY: entry("invalid", "domain-dnssec-digest-policy", "DNSSEC Digest Policy Error"),
  ERROR_DOMAIN_DNSSEC_ZONE_RECORDS_UNAVAILABLE: entry(
    "conflict",
    "domain-dnssec-zone-records-unavailable",
    "DNSSEC Zone Records Unavailable"
  ),
  ERROR_DOMAIN_DNSSEC_ENABLE_SUPERSEDED: entry(
    "conflict",
    "domain-dnssec-enable-superseded",
    "DNSSEC Enable Superseded"
  ),
  ERROR_VANITY_NS_NOT_FOUND: entry("notFound", "vanity-ns-not-found", "Vanity Nameserver Error"),
  ERROR_VANITY_NS_STATE: entry("conflict", "vanity-ns-state", "Vanity Nameserver Error"),
  ERROR_VANITY_NS_IN_USE: entry("conflict", "vanity-ns-in-use", "Vanity Nameserver Error"),
  ERROR_VANITY_NS_IS_DEFAULT: entry("conflict", "vanity-ns-is-default", "Vanity Nameserver Error"),

  ERROR_DOMAIN_NOT_FOUND: entry("notFound", "domain-not-found", "Domain Management Error"),
  ERROR_DOMAIN_EXISTS: entry("conflict", "domain-exists", "Domain Management Error"),
  ERROR_DOMAIN_UNAVAILABLE: entry("conflict", "domain-unavailable", "Domain Management Error"),
  ERROR_DOMAIN_READ_ONLY: entry("conflict", "domain-read-only", "Domain Management Error"),
  ERROR_DOMAIN_STATUS_PROHIBITED: entry("conflict", "domain-status-prohibited", "Domain Management Error"),
  ERROR_DOMAIN_DELETE_PROHIBITED: entry("conflict", "domain-delete-prohibited", "Domain Management Error"),
  ERROR_DOMAIN_SEARCH_PROVIDER: entry("upstream", "domain-search-provider", "Domain Search Error"),
  ERROR_CLAIMS_NOTICE_NOT_FOUND: entry("notFound", "claims-notice-not-found", "Claims Error"),
  ERROR_CLAIMS_NOTICE_HASH_MISMATCH: entry("invalid", "claims-notice-hash-mismatch", "Domain Management Error"),
  ERROR_CLAIMS_SERVICE_ERROR: entry("unavailable", "claims-service", "Claims Error"),
  ERROR_QUOTE_NOT_FOUND: entry("notFound", "quote-not-found", "Domain Management Error"),
  ERROR_QUOTE_EXPIRED: entry("conflict", "quote-expired", "Domain Management Error"),
  ERROR_QUOTE_USED: entry("conflict", "quote-used", "Domain Management Error"),
  ERROR_QUOTE_MISMATCH: entry("conflict", "quote-mismatch", "Domain Management Error"),
  ERROR_NORID_DECLARATION_NOT_FOUND: entry("notFound", "nor-id-declaration-not-found", "Domain Management Error"),
  ERROR_NORID_DECLARATION_STATE: entry("conflict", "nor-id-declaration-state", "Domain Management Error"),
  ERROR_NORID_DECLARATION_EXPIRED: entry("rejected", "nor-id-declaration-expired", "Domain Management Error"),
  ERROR_NORID_DECLARATION_NAME_MISMATCH: entry(
    "rejected",
    "nor-id-declaration-name-mismatch",
    "Domain Management Error"
  ),
  ERROR_DOMAIN_EXPIRY_MISMATCH: entry("conflict", "domain-expiry-mismatch", "Domain Management Error"),
  ERROR_PREMIUM_PRICE_MISMATCH: entry("conflict", "premium-price-mismatch", "Domain Management Error"),
  ERROR_PREMIUM_PRICE_NOT_APPLICABLE: entry(
    "rejected",
    "premium-price-not-applicable",
    "Domain Management Error"
  ),
  ERROR_POLICY_VALIDATION: entry("invalid", "policy-validation-error", "Policy Validation Error"),
  ERROR_DOMAIN_TRANSFER: entry("rejected", "domain-transfer", "Domain Transfer Error"),
  ERROR_DOMAIN_TRANSFER_NOT_PENDING: entry("conflict", "domain-transfer", "Domain Transfer Error"),
  ERROR_DOMAIN_TRANSFER_AUTHINFO_MALFORMED: entry(
    "rejected",
    "domain-transfer-auth-info-malformed",
    "Domain Transfer AuthInfo Malformed"
  ),
  ERROR_DOMAIN_TRANSFER_INVALID_AUTH_CODE: entry(
    "forbidden",
    "domain-transfer-invalid-auth",
    "Domain Transfer Error"
  ),
  ERROR_DOMAIN_TRANSFER_ALREADY_OWNED: entry(
    "conflict",
    "domain-transfer-already-owned",
    "Domain Transfer Already Owned"
  ),
  ERROR_DOMAIN_TRANSFER_INTERNAL_NOT_SUPPORTED: entry(
    "conflict",
    "domain-transfer-internal-not-supported",
    "Domain Transfer Internal Not Supported"
  ),
  ERROR_DOMAIN_TRANSFER_NOT_ALLOWED: entry("conflict", "domain-transfer-rejected", "Domain Transfer Error"),

  ERROR_REGISTRY_POLICY: entry("invalid", "domain-registry-policy", "Registry Policy Error"),
  ERROR_REGISTRY_UNAVAILABLE: entry("unavailable", "domain-registry-unavailable", "Registry Unavailable"),

  ERROR_REGISTRAR_CREDENTIAL_NOT_FOUND: entry(
    "notFound",
    "registrar-credential-not-found",
    "Registrar Credential Error"
  ),
  ERROR_REGISTRAR_CREDENTIAL_LIMIT: entry("conflict", "registrar-credential-limit", "Registrar Credential Error"),
  ERROR_CREDENTIAL_AUTH: entry("invalid", "credential-auth", "Registrar Credential Error"),
  ERROR_CREDENTIAL_ACCESS: entry("invalid", "credential-access", "Registrar Credential Error"),
  ERROR_REGISTRAR_UNAVAILABLE: entry("unavailable", "registrar-unavailable", "Registrar Credential Error"),

  ERROR_REPORT_NOT_FOUND: entry("notFound", "report-not-found", "Report Error"),
  ERROR_REPORT_NOT_READY: entry("conflict", "report-not-ready", "Report Error"),
  ERROR_REPORT_COOLDOWN: entry("rateLimited", "report-cooldown", "Report Error"),

  ERROR_SERVICE_UNAVAILABLE: entry("unavailable", "service-unavailable", "Service Unavailable"),
  ERROR_INTERNAL: entry("internal", "internal", "Internal Server Error")
} as const satisfies Record<`ERROR_${string}`, Entry>

export type ErrorCode = keyof typeof errorCatalogue
