import { Schema } from "effect"
import { agentUserIssues, CreateUser, User } from "../access/index.ts"
import { BillingModel, RequestedTaxRate, TaxRate } from "../billing/index.ts"
import { Country, type InputIssue, Instant, limits, Money, optional, OrganizationId, Text } from "../shared/index.ts"
import { OrganizationAttribute, RequestedAttributes } from "./OrganizationAttribute.ts"

const { NullOr, optionalKey } = Schema

export const OrganizationStatus = Schema.Literals(["active", "inactive"]).annotate({ identifier: "OrganizationStatus" })
export type OrganizationStatus = typeof OrganizationStatus.Type

/** The parent's balance pays, or the organization's own; chosen at creation and never changed. */
export const BillingMode = Schema.Literals(["consolidated", "independent"]).annotate({ identifier: "BillingMode" })
export type BillingMode = typeof BillingMode.Type

/** Plan that the operator sold to the organization. */
export const ActivePlan = Schema.Struct({
  plan_id: Schema.String,
  name: Schema.String,
  plan_level: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
  amount: Schema.String,
  currency: Money.Currency
}).annotate({ identifier: "ActivePlan" })
export type ActivePlan = typeof ActivePlan.Type

/** User, as part of an organization. */
export const OrganizationUser = Schema.Struct({
  user_id: User.fields.user_id,
  organization_id: User.fields.organization_id,
  username: User.fields.username,
  email: User.fields.email,
  first_name: User.fields.first_name,
  last_name: User.fields.last_name,
  locale: User.fields.locale,
  phone: User.fields.phone,
  role: User.fields.role,
  created_on: User.fields.created_on,
  updated_on: User.fields.updated_on,
  /** Always null: the sign-in realm assigns no ids. */
  keycloak_user_id: Schema.Null
}).annotate({ identifier: "OrganizationUser" })

/** A parent, or a suborganization of one. Source: REST specification, "Organization". */
export const Organization = Schema.Struct({
  organization_id: OrganizationId,
  /** Null for a parent. */
  parent_organization_id: NullOr(OrganizationId),
  name: Schema.String,
  status: OrganizationStatus,
  billing_mode: BillingMode,
  country_code: NullOr(Schema.String),
  city: NullOr(Schema.String),
  address_1: NullOr(Schema.String),
  address_2: NullOr(Schema.String),
  postal_code: NullOr(Schema.String),
  state: NullOr(Schema.String),
  /** Currency of its own balance. Null only if a parent pays. */
  currency: NullOr(Money.Currency),
  default_locale: NullOr(Schema.String),
  business_number: NullOr(Schema.String),
  tax_id: NullOr(Schema.String),
  tax_id_type: NullOr(Schema.String),
  tax_rate: NullOr(TaxRate),
  created_on: Instant.Instant,
  deleted_on: NullOr(Instant.Instant)
}).annotate({ identifier: "OrganizationRecord" })
export type Organization = typeof Organization.Type

/** Organization as an entry of a list. */
export const ListedOrganization = Schema.Struct({
  ...Organization.fields,
  attributes: Schema.Array(OrganizationAttribute),
  /** Always null: the sign-in realm assigns no ids. */
  keycloak_organization_id: Schema.Null
}).annotate({ identifier: "ListedOrganization" })
export type ListedOrganization = typeof ListedOrganization.Type

/** Organization with its users. */
export const OrganizationWithUsers = Schema.Struct({
  ...ListedOrganization.fields,
  users: Schema.Array(OrganizationUser)
}).annotate({ identifier: "Organization" })
export type OrganizationWithUsers = typeof OrganizationWithUsers.Type

/** Organization with its users and its account. */
export const OrganizationDetails = Schema.Struct({
  ...OrganizationWithUsers.fields,
  /** Balance in its currency; null if a parent pays. */
  account_balance: NullOr(Schema.Finite),
  active_plan: NullOr(ActivePlan),
  /** Members are null if a parent pays. `credit_limit` is in whole units of the currency, rounded down. */
  billing_metadata: Schema.Struct({
    billing_model: NullOr(BillingModel),
    credit_limit: NullOr(Schema.Int),
    customer_number: NullOr(Schema.Int)
  }).annotate({ identifier: "BillingMetadata" })
}).annotate({ identifier: "OrganizationWithBillingData" })
export type OrganizationDetails = typeof OrganizationDetails.Type

const text = Text.line(limits.organizationText)
const upTo = (maximum: number) => Text.line({ minimum: 1, maximum })

/** Members for creation and later changes. */
const profile = {
  city: optional(text),
  address_1: optional(text),
  address_2: optional(text),
  postal_code: optional(Text.line(limits.organizationPostalCode)),
  state: optional(text),
  default_locale: optional(text),
  business_number: optional(upTo(limits.businessNumber)),
  tax_id: optional(upTo(limits.taxId)),
  tax_id_type: optional(upTo(limits.taxId)),
  tax_rate: optional(RequestedTaxRate)
}

/**
 * `POST /v1/organizations`. Currency and country are read as text: for an organization with its own account, one error
 * reports problems of both.
 */
export const NewOrganization = Schema.Struct({
  ...profile,
  name: Text.line(limits.organizationName),
  parent_organization_id: optional(OrganizationId),
  billing_mode: optionalKey(BillingMode),
  country_code: optional(Schema.String.check(Schema.isMaxLength(limits.organizationText.maximum))),
  currency: optional(
    Schema.Union([Money.Currency, Schema.String.check(Schema.isMaxLength(limits.organizationText.maximum))])
  ),
  attributes: optional(RequestedAttributes),
  users: optional(Schema.Array(CreateUser).check(Schema.isMaxLength(limits.organizationUsers)))
}).annotate({ identifier: "NewOrganization" })
export type NewOrganization = typeof NewOrganization.Type

/** Problems of an organization that a program creates: those of its users. */
export const agentOrganizationIssues = ({ users }: NewOrganization): ReadonlyArray<InputIssue> =>
  (users ?? []).flatMap((user, index) => agentUserIssues(user, ["body", "users", index]))

/**
 * `PATCH /v1/organizations/{organization_id}`: absent members are unchanged, and null clears a member except the name.
 */
export const OrganizationPatch = Schema.Struct({
  ...profile,
  name: optional(Text.line(limits.organizationName)),
  country_code: optional(Country)
}).annotate({ identifier: "OrganizationPatch" })
export type OrganizationPatch = typeof OrganizationPatch.Type

export const OrganizationSortField = Schema.Literals(["created_on", "name", "country_code"])
  .annotate({ identifier: "OrganizationSortField" })
export type OrganizationSortField = typeof OrganizationSortField.Type

export interface OrganizationFilter {
  /** Part of the name, case-insensitive. */
  readonly search?: string | undefined
  readonly country_code?: string | undefined
}
