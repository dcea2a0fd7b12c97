import { Schema, Struct } from "effect"
import { DomainName, Instant, limits, optional, OrganizationId, Period, TypeId } from "../../shared/index.ts"

export const WhitelabelId = TypeId.schema("wlb").pipe(Schema.brand("WhitelabelId"))
export type WhitelabelId = typeof WhitelabelId.Type
export const newWhitelabelId = TypeId.generator("wlb", (text) => WhitelabelId.make(text))

export const SubscriptionId = TypeId.schema("subscription").pipe(Schema.brand("SubscriptionId"))
export type SubscriptionId = typeof SubscriptionId.Type
export const newSubscriptionId = TypeId.generator("subscription", (text) => SubscriptionId.make(text))

/** `base`: hosts below the platform's zone; `plus`: also hosts of the organization's own domain. */
export const WhitelabelTier = Schema.Literals(["base", "plus"]).annotate({ identifier: "WhitelabelBrandingTier" })
export type WhitelabelTier = typeof WhitelabelTier.Type

/** `WhitelabelState.ts` has the steps between them. Source: gaps of the REST specification, "Configuration". */
export const OnboardingStatus = Schema.Literals([
  "pending_domain_verification",
  "verifying",
  "provisioning",
  "active",
  "failed",
  "terminated"
]).annotate({ identifier: "WhitelabelOnboardingStatus" })
export type OnboardingStatus = typeof OnboardingStatus.Type

/** Type of each failure. */
export const failureTypes = {
  zone_not_owned: "dns",
  zone_create_failed: "dns",
  delegation_missing: "dns",
  delegation_mismatch: "dns",
  dns_record_rejected: "dns",
  auth_client_rejected: "auth",
  branding_rejected: "branding",
  retries_exhausted: "system"
} as const

/**
 * `zone_not_owned`: the organization has no zone of the domain that is served; `zone_create_failed`: it cannot be
 * created; `delegation_missing`, `delegation_mismatch`: the domain is not delegated, or to other nameservers;
 * `dns_record_rejected`: other records of the zone exclude those of the hosts; `auth_client_rejected`: the platform has no
 * sign-in realm of its own; `branding_rejected`: the document refers to assets that do not exist, which requests cannot cause;
 * `retries_exhausted`: a step was retried for 24 hours.
 */
export const OnboardingFailureCode = Schema.Literals(Struct.keys(failureTypes))
  .annotate({ identifier: "WhitelabelOnboardingFailureCode" })
export type OnboardingFailureCode = typeof OnboardingFailureCode.Type

export const OnboardingFailureType = Schema.Literals(["dns", "auth", "branding", "system"])
  .annotate({ identifier: "WhitelabelOnboardingFailureType" })

/** Renewal at the end of the paid term. */
export const WhitelabelRenewalMode = Schema.Literals(["renew", "expire"])
  .annotate({ identifier: "WhitelabelRenewalMode" })
export type WhitelabelRenewalMode = typeof WhitelabelRenewalMode.Type

/** Paid term of a configuration. */
export const WhitelabelSubscription = Schema.Struct({
  period: Period.Period,
  renewal_mode: WhitelabelRenewalMode,
  /** End of the paid term. */
  expires_on: Schema.NullOr(Instant.Instant),
  /** Time of the next renewal attempt; null if none is scheduled. */
  renew_scheduled_at: Schema.NullOr(Instant.Instant),
  /** Time at which the configuration is terminated unless it is paid before; null before the term is over. */
  grace_period_ends_at: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "WhitelabelSubscriptionInfo" })
export type WhitelabelSubscription = typeof WhitelabelSubscription.Type

/** White-label configuration of an organization. Source: REST specification, "Whitelabel configuration". */
export const WhitelabelBranding = Schema.Struct({
  whitelabel_branding_id: WhitelabelId,
  organization_id: OrganizationId,
  tier: WhitelabelTier,
  /** Label below the platform's zone. */
  base_label: Schema.String,
  /** Host of the dashboard. */
  hostname: Schema.String,
  /** Host of the sign-in. */
  auth_hostname: Schema.String,
  /** Registrable domain of the hosts. */
  verification_domain: Schema.String,
  onboarding_status: OnboardingStatus,
  /** Reason of a failure, or of the latest attempt while a step is retried. */
  failure_code: Schema.NullOr(OnboardingFailureCode),
  failure_type: Schema.NullOr(OnboardingFailureType),
  failure_detail: Schema.NullOr(Schema.String),
  /** False while the hosts are not served. */
  enabled: Schema.Boolean,
  /** Client id of the pages in the sign-in realm. */
  keycloak_client_id: Schema.NullOr(Schema.String),
  /** Equal to `keycloak_client_id`. */
  auth_client_id: Schema.NullOr(Schema.String),
  /** Null before the first activation, and after the termination. */
  subscription: Schema.NullOr(WhitelabelSubscription),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "WhitelabelBrandingResponse" })
export type WhitelabelBranding = typeof WhitelabelBranding.Type

/** An ordered product with its subscription. */
export const OrderedWhitelabel = Schema.Struct({
  product_name: Schema.String,
  /** Id of the configuration. */
  subscribable_id: Schema.String,
  subscription_id: SubscriptionId
}).annotate({ identifier: "ProductCreateRes" })
export type OrderedWhitelabel = typeof OrderedWhitelabel.Type

/** A lower-case DNS label; the service refuses others. */
const Label = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.domainName.label))

/** One or more labels below the own domain, such as `login` or `login.portal`. */
const Subdomain = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.whitelabel.subdomain))

/** Hosts of the organization's own domain. */
const ownDomain = {
  hostname: DomainName,
  auth_subdomain: Subdomain,
  /** Without it the dashboard is served at `hostname` itself. */
  dashboard_subdomain: optional(Subdomain),
  /** True to create the zone of the registrable domain, if the organization has none. */
  create_zone: optional(Schema.Boolean)
}

export const CreateBaseWhitelabel = Schema.Struct({
  tier: Schema.Literal("base"),
  label: Label,
  /** One month or one year. */
  period: Period.Period
}).annotate({ identifier: "WhitelabelBaseCreate" })

export const CreatePlusWhitelabel = Schema.Struct({
  tier: Schema.Literal("plus"),
  label: Label,
  period: Period.Period,
  ...ownDomain
}).annotate({ identifier: "WhitelabelPlusCreate" })

export const CreateWhitelabel = Schema.Union([CreateBaseWhitelabel, CreatePlusWhitelabel])
export type CreateWhitelabel = typeof CreateWhitelabel.Type

export const UpgradeWhitelabel = Schema.Struct(ownDomain).annotate({ identifier: "WhitelabelUpgradeToPlus" })
export type UpgradeWhitelabel = typeof UpgradeWhitelabel.Type

/** Absent and null members are unchanged. */
export const ChangeWhitelabel = Schema.Struct({
  label: optional(Label),
  enabled: optional(Schema.Boolean),
  renewal_mode: optional(WhitelabelRenewalMode)
}).annotate({ identifier: "WhitelabelBrandingPatch" })
export type ChangeWhitelabel = typeof ChangeWhitelabel.Type

/** Other hosts for an own domain that was not set up yet; `auth_subdomain` is required with `hostname`. */
export const RecheckWhitelabel = Schema.Struct({
  hostname: optional(DomainName),
  auth_subdomain: optional(Subdomain),
  dashboard_subdomain: optional(Subdomain),
  create_zone: optional(Schema.Boolean)
}).annotate({ identifier: "WhitelabelBrandingRecheck" })
export type RecheckWhitelabel = typeof RecheckWhitelabel.Type
