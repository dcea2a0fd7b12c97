import { Schema } from "effect"

/** Only a suborganization directly below a parent can have an account of its own. */
export class IndependentBillingNotAllowed
  extends Schema.TaggedError<IndependentBillingNotAllowed>()("IndependentBillingNotAllowed", {})
{
  get code() {
    return "ERROR_INDEPENDENT_BILLING_NOT_ALLOWED" as const
  }
  override get message() {
    return "Independent billing is for suborganizations directly below the top-level organization"
  }
}

/** The operator has not allowed the parent to create suborganizations with an account of their own. */
export class IndependentBillingNotApproved
  extends Schema.TaggedError<IndependentBillingNotApproved>()("IndependentBillingNotApproved", {})
{
  get code() {
    return "ERROR_INDEPENDENT_BILLING_NOT_APPROVED" as const
  }
  override get message() {
    return "The organization is not enabled for independent billing"
  }
}

/** What an account of its own needs and the organization lacks, every field of it. */
export class IndependentBillingAttributesInvalid
  extends Schema.TaggedError<IndependentBillingAttributesInvalid>()("IndependentBillingAttributesInvalid", {
    invalid_fields: Schema.NonEmptyArray(Schema.Literals(["currency", "country_code"]))
  })
{
  get code() {
    return "ERROR_INDEPENDENT_BILLING_ATTRIBUTES_INVALID" as const
  }
  override get message() {
    return `Missing or invalid for independent billing: ${this.invalid_fields.join(", ")}`
  }
}

/** Nobody is there whom the bills of an own account can be sent to. */
export class IndependentBillingContactNotFound
  extends Schema.TaggedError<IndependentBillingContactNotFound>()("IndependentBillingContactNotFound", {})
{
  get code() {
    return "ERROR_INDEPENDENT_BILLING_CONTACT_NOT_FOUND" as const
  }
  override get message() {
    return "Independent billing needs a billing contact; include a user"
  }
}

/** Why an organization cannot have an account of its own. */
export type IndependentBillingError =
  | IndependentBillingNotAllowed
  | IndependentBillingNotApproved
  | IndependentBillingAttributesInvalid
  | IndependentBillingContactNotFound

/** The attribute is not the caller's to write. */
export class OrganizationAttributeProtected
  extends Schema.TaggedError<OrganizationAttributeProtected>()("OrganizationAttributeProtected", {
    key: Schema.String
  })
{
  get code() {
    return "ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED" as const
  }
  override get message() {
    return `The attribute ${this.key} is read-only`
  }
}
