import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"

/** Only a suborganization directly below a parent can have an account of its own. */
export class IndependentBillingNotAllowed
  extends CodedError<IndependentBillingNotAllowed>()("IndependentBillingNotAllowed", {
    code: "ERROR_INDEPENDENT_BILLING_NOT_ALLOWED",
    message: "Independent billing is for suborganizations directly below the top-level organization"
  })
{}

/** The operator has not allowed the parent to create suborganizations with an account of their own. */
export class IndependentBillingNotApproved
  extends CodedError<IndependentBillingNotApproved>()("IndependentBillingNotApproved", {
    code: "ERROR_INDEPENDENT_BILLING_NOT_APPROVED",
    message: "The organization is not enabled for independent billing"
  })
{}

/** What an account of its own needs and the organization lacks, every field of it. */
export class IndependentBillingAttributesInvalid
  extends CodedError<IndependentBillingAttributesInvalid>()("IndependentBillingAttributesInvalid", {
    code: "ERROR_INDEPENDENT_BILLING_ATTRIBUTES_INVALID",
    fields: { invalid_fields: Schema.NonEmptyArray(Schema.Literals(["currency", "country_code"])) },
    message: ({ invalid_fields }) => `Missing or invalid for independent billing: ${invalid_fields.join(", ")}`
  })
{}

/** Nobody is there whom the bills of an own account can be sent to. */
export class IndependentBillingContactNotFound
  extends CodedError<IndependentBillingContactNotFound>()("IndependentBillingContactNotFound", {
    code: "ERROR_INDEPENDENT_BILLING_CONTACT_NOT_FOUND",
    message: "Independent billing needs a billing contact; include a user"
  })
{}

/** Why an organization cannot have an account of its own. */
export type IndependentBillingError =
  | IndependentBillingNotAllowed
  | IndependentBillingNotApproved
  | IndependentBillingAttributesInvalid
  | IndependentBillingContactNotFound

/** The attribute is not the caller's to write. */
export class OrganizationAttributeProtected
  extends CodedError<OrganizationAttributeProtected>()("OrganizationAttributeProtected", {
    code: "ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED",
    fields: { key: Schema.String },
    message: ({ key }) => `The attribute ${key} is read-only`
  })
{}
