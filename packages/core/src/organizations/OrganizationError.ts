import { Schema } from "effect"
import { CodedError, OrganizationId } from "../shared/index.ts"

/** Only a suborganization directly below a parent can have its own account. */
export class IndependentBillingNotAllowed
  extends CodedError<IndependentBillingNotAllowed>()("IndependentBillingNotAllowed", {
    code: "ERROR_INDEPENDENT_BILLING_NOT_ALLOWED",
    message: "Independent billing is for suborganizations directly below the top-level organization"
  })
{}

/** The operator has not allowed the parent to create suborganizations with their own accounts. */
export class IndependentBillingNotApproved
  extends CodedError<IndependentBillingNotApproved>()("IndependentBillingNotApproved", {
    code: "ERROR_INDEPENDENT_BILLING_NOT_APPROVED",
    message: "The organization is not enabled for independent billing"
  })
{}

/** Fields that an organization with its own account needs are missing or invalid; all of them are listed. */
export class IndependentBillingAttributesInvalid
  extends CodedError<IndependentBillingAttributesInvalid>()("IndependentBillingAttributesInvalid", {
    code: "ERROR_INDEPENDENT_BILLING_ATTRIBUTES_INVALID",
    fields: { invalid_fields: Schema.NonEmptyArray(Schema.Literals(["currency", "country_code"])) },
    message: ({ invalid_fields }) => `Missing or invalid for independent billing: ${invalid_fields.join(", ")}`
  })
{}

/** The organization has no user who could receive invoices of its own account. */
export class IndependentBillingContactNotFound
  extends CodedError<IndependentBillingContactNotFound>()("IndependentBillingContactNotFound", {
    code: "ERROR_INDEPENDENT_BILLING_CONTACT_NOT_FOUND",
    message: "Independent billing needs a billing contact; include a user"
  })
{}

/** Reason why an organization cannot have its own account. */
export type IndependentBillingError =
  | IndependentBillingNotAllowed
  | IndependentBillingNotApproved
  | IndependentBillingAttributesInvalid
  | IndependentBillingContactNotFound

/** The caller may not write the attribute. */
export class OrganizationAttributeProtected
  extends CodedError<OrganizationAttributeProtected>()("OrganizationAttributeProtected", {
    code: "ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED",
    fields: { key: Schema.String },
    message: ({ key }) => `The attribute ${key} is read-only`
  })
{}

/** The organization has as many domains as its parent allows. */
export class OrganizationDomainLimit extends CodedError<OrganizationDomainLimit>()("OrganizationDomainLimit", {
  code: "ERROR_ORGANIZATION_DOMAIN_LIMIT",
  fields: { organization_id: OrganizationId, limit: Schema.Int },
  message: ({ limit, organization_id }) => `${organization_id} may have ${limit} domains, and has no fewer`
}) {}

/** The organization owns something that its deletion would leave without an owner. Numbers are zero for what it lacks. */
export class OrganizationInUse extends CodedError<OrganizationInUse>()("OrganizationInUse", {
  code: "ERROR_ORGANIZATION_IN_USE",
  fields: {
    organization_id: OrganizationId,
    domains: Schema.Int,
    zones: Schema.Int,
    vanity_nameserver_sets: Schema.Int,
    whitelabel_brandings: Schema.Int,
    suborganizations: Schema.Int,
    /** Balance as a decimal, negative for a debt; null if it is zero. */
    account_balance: Schema.NullOr(Schema.String)
  },
  message: (
    { account_balance, domains, organization_id, suborganizations, vanity_nameserver_sets, whitelabel_brandings, zones }
  ) =>
    `${organization_id} still has ${
      [
        ...(domains > 0 ? [`${domains} domains`] : []),
        ...(zones > 0 ? [`${zones} zones`] : []),
        ...(vanity_nameserver_sets > 0 ? [`${vanity_nameserver_sets} vanity nameserver sets`] : []),
        ...(whitelabel_brandings > 0 ? ["a white-label configuration"] : []),
        ...(suborganizations > 0 ? [`${suborganizations} suborganizations`] : []),
        ...(account_balance === null ? [] : [`a balance of ${account_balance}`])
      ].join(", ")
    }`
}) {}

/** Another parent organization has the external reference; all members that differ are listed. */
export class ExternalReferenceInUse extends CodedError<ExternalReferenceInUse>()("ExternalReferenceInUse", {
  code: "ERROR_EXTERNAL_REFERENCE_IN_USE",
  fields: {
    external_reference: Schema.String,
    organization_id: OrganizationId,
    different_fields: Schema.NonEmptyArray(Schema.Literals(["name", "country_code", "currency", "terms"]))
  },
  message: ({ different_fields, external_reference, organization_id }) =>
    `The external reference ${external_reference} belongs to ${organization_id}, which differs in: ${
      different_fields.join(", ")
    }`
}) {}
