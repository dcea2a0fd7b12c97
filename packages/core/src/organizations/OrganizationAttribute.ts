import { Schema } from "effect"
import { Instant, limits, Money } from "../shared/index.ts"

/** What an organization keeps under one key. Source: REST specification, "Organization". */
export const OrganizationAttribute = Schema.Struct({
  organization_attribute_id: Schema.Int,
  key: Schema.String,
  value: Schema.Json,
  /** Hidden from the suborganization that it belongs to. */
  private: Schema.Boolean,
  /** Set by the operator; read-only to everyone else. */
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

/**
 * An attribute as a caller writes it: made or changed by its key. A value of null deletes it; what is absent stays.
 */
export const RequestedAttribute = Schema.Struct({
  key: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.organizationAttributes.key)),
  value: Schema.optionalKey(AttributeValue),
  private: Schema.optionalKey(Schema.Boolean),
  protected: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "RequestedAttribute" })
export type RequestedAttribute = typeof RequestedAttribute.Type

/** The attributes of one request. */
export const RequestedAttributes = Schema.Array(RequestedAttribute).check(
  Schema.isMaxLength(limits.organizationAttributes.perRequest)
)

/** The attribute with the balance below which the organization is notified: a decimal in the account's currency. */
export const balanceAlertKey = "balance_alert_threshold"

/** The threshold that an attribute's value names; undefined when it names none. */
export const balanceAlertThreshold = (value: Schema.Json): Money.MinorUnits | undefined =>
  typeof value === "string" || typeof value === "number" ? Money.fromDecimal(String(value)) : undefined
