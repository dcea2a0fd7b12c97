import { Schema } from "effect"
import { Instant, limits, Money } from "../shared/index.ts"

/** Value that is stored for an organization under a key. Source: REST specification, "Organization". */
export const OrganizationAttribute = Schema.Struct({
  organization_attribute_id: Schema.Int,
  key: Schema.String,
  value: Schema.Json,
  /** Hidden from the suborganization that owns it. */
  private: Schema.Boolean,
  /** Set by the operator; read-only to all others. */
  protected: Schema.Boolean,
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "OrganizationAttribute" })
export type OrganizationAttribute = typeof OrganizationAttribute.Type

const bytesOf = (value: Schema.Json): number => new TextEncoder().encode(JSON.stringify(value)).length

const AttributeValue = Schema.Json.check(Schema.makeFilter(
  (value) =>
    bytesOf(value) <= limits.organizationAttributeValue
      ? undefined
      : `At most ${limits.organizationAttributeValue} bytes as JSON`,
  { issueType: "string_too_long" }
))

/** Attribute in a request, created or changed by its key. A value of null deletes it; absent members are unchanged. */
export const RequestedAttribute = Schema.Struct({
  key: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.organizationAttributes.key)),
  value: Schema.optionalKey(AttributeValue),
  private: Schema.optionalKey(Schema.Boolean),
  protected: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "RequestedAttribute" })
export type RequestedAttribute = typeof RequestedAttribute.Type

/** Attributes of one request. */
export const RequestedAttributes = Schema.Array(RequestedAttribute).check(
  Schema.isMaxLength(limits.organizationAttributes.perRequest)
)

/** Attribute with the balance below which the organization is notified: a decimal in the account's currency. */
export const balanceAlertKey = "balance_alert_threshold"

/**
 * Attributes about mails to an organization whose domains require a verification: the address, by default those of the
 * administrators, and false for no mails.
 */
export const verificationNoticeKeys = {
  email: "verification_notification_email",
  enabled: "verification_notification_enabled"
} as const

/** Threshold in an attribute's value; undefined if the value is not a decimal. */
export const balanceAlertThreshold = (value: Schema.Json): Money.MinorUnits | undefined =>
  typeof value === "string" || typeof value === "number" ? Money.fromDecimal(String(value)) : undefined
